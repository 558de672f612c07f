# Homebrew: brew install --formula ./reversi-courses.rb
class ReversiCourses < Formula
  desc "{summary}"
  homepage "{address}"
  version "{version}"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "{url aarch64-apple-darwin}"
      sha256 "{sum aarch64-apple-darwin}"
    end
    on_intel do
      url "{url x86_64-apple-darwin}"
      sha256 "{sum x86_64-apple-darwin}"
    end
  end

  on_linux do
    on_arm do
      url "{url aarch64-unknown-linux-musl}"
      sha256 "{sum aarch64-unknown-linux-musl}"
    end
    on_intel do
      url "{url x86_64-unknown-linux-musl}"
      sha256 "{sum x86_64-unknown-linux-musl}"
    end
  end

  def install
    %w[{programs}].each do |program|
      bin.install program
      bash_completion.install "completions/#{program}.bash" => program
      zsh_completion.install "completions/_#{program}"
      fish_completion.install "completions/#{program}.fish"
    end
    man1.install Dir["man/man1/*.1"]
    doc.install "README.md", "docs", "fixtures"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/automarker --version")
  end
end
