# Nix: nix run .#reversi-courses -- --help, in the folder of this file
{
  description = "{summary}";

  outputs = { self, nixpkgs }:
    let
      archives = {
        x86_64-linux = {
          url = "{url x86_64-unknown-linux-musl}";
          sha256 = "{sum x86_64-unknown-linux-musl}";
        };
        aarch64-linux = {
          url = "{url aarch64-unknown-linux-musl}";
          sha256 = "{sum aarch64-unknown-linux-musl}";
        };
        x86_64-darwin = {
          url = "{url x86_64-apple-darwin}";
          sha256 = "{sum x86_64-apple-darwin}";
        };
        aarch64-darwin = {
          url = "{url aarch64-apple-darwin}";
          sha256 = "{sum aarch64-apple-darwin}";
        };
      };
      package = system: archive:
        let pkgs = nixpkgs.legacyPackages.${system};
        in pkgs.stdenvNoCC.mkDerivation {
          pname = "reversi-courses";
          version = "{version}";
          src = pkgs.fetchurl archive;
          # The programs are static.
          dontPatchELF = true;
          installPhase = ''
            mkdir -p $out/bin $out/share/doc/reversi-courses
            cp {programs} $out/bin/
            cp -r man $out/share/
            cp -r README.md docs fixtures $out/share/doc/reversi-courses/
          '';
          meta = {
            homepage = "{address}";
            mainProgram = "automarker";
          };
        };
    in {
      packages = builtins.mapAttrs
        (system: archive: rec {
          reversi-courses = package system archive;
          default = reversi-courses;
        })
        archives;
    };
}
