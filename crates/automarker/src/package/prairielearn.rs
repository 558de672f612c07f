//! `PrairieLearn`: a question with an external grader,
//! <https://docs.prairielearn.com/externalGrading/>.

use course::Language;
use marking::report::Format;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::plan::{Paths, Plan};
use super::write::Form;
use super::{Packed, Platform, Refusal, hex, script};

/// `PrairieLearn`.
pub(crate) const PLATFORM: Platform = Platform {
    name: "prairielearn",
    title: "PrairieLearn",
    output: "prairielearn",
    form: Form::Folder,
    pack,
};

/// The time limit of a submission, in seconds. `PrairieLearn` allows 600.
const TIMEOUT: u32 = 300;

/// Less than what `PrairieLearn` leaves: 2 GiB, 0.9 processors and [`TIMEOUT`], after
/// which the results are lost.
const DEFAULTS: [(&str, &str); 4] = [
    ("--jobs", "1"),
    ("--build-memory", "1536"),
    ("--build-time", "200"),
    ("--deadline", "270"),
];

fn pack(plan: &Plan<'_>) -> Result<Packed, Refusal> {
    let image = image(plan.languages)?;
    let folder = format!("automarker-{}", plan.course.name);
    let mut packed = Packed::new(plan, &format!("serverFilesCourse/{folder}/"));
    let here = format!("/grade/serverFilesCourse/{folder}");
    let result = "/grade/results/results.json";
    let paths = Paths {
        marker: &format!("{here}/automarker"),
        cases: &format!("{here}/cases"),
        submission: "/grade/student",
        result: Some(result),
    };
    let command = plan.command(paths, Format::Prairielearn, &DEFAULTS);
    let otherwise = plan.could_not_run(Format::Prairielearn);
    let rust = script::RUST_PATH;
    packed.contents.add_script(
        &format!("serverFilesCourse/{folder}/grade.sh"),
        script::marking(
            "# PrairieLearn runs this for every submission. It ignores the results if the exit\n\
             # status is not 0.\n",
            &format!(
                "{rust}mkdir -p /grade/results /grade/student\n\
                 chmod u+x {here}/automarker\n\
                 {}",
                script::guarded(&command, result, &otherwise)
            ),
        ),
    );
    let info = json!({
        "uuid": uuid(plan.course.name),
        "title": plan.course.title,
        "topic": "Reversi",
        "type": "v3",
        "singleVariant": true,
        "gradingMethod": "External",
        "externalGradingOptions": {
            "image": image,
            "entrypoint": format!("{here}/grade.sh"),
            "serverFilesCourse": [format!("{folder}/")],
            "timeout": TIMEOUT,
            "enableNetworking": false,
        },
    });
    let question = format!("questions/{folder}");
    packed
        .contents
        .add_text(&format!("{question}/info.json"), format!("{info:#}\n"));
    packed.contents.add_text(
        &format!("{question}/question.html"),
        include_str!("prairielearn.html").replace("TITLE", plan.course.title),
    );
    packed.next = format!(
        "Put both folders into the repository of the course, add the topic `Reversi` to \
         infoCourse.json, and the question `{folder}` to an assessment"
    );
    packed.left_out.push(format!(
        "PrairieLearn copies the marker, {} MiB, for every submission",
        plan.marker.len().div_ceil(1 << 20)
    ));
    if plan.hidden_case().is_some() {
        packed.left_out.push(
            "PrairieLearn shows the score at once: it tells students the result of hidden cases"
                .to_owned(),
        );
    }
    Ok(packed)
}

/// Returns a public image with the compilers of `languages`.
fn image(languages: &[Language]) -> Result<&'static str, Refusal> {
    let all_in = |image: &[Language]| languages.iter().all(|language| image.contains(language));
    let images: [(&str, &[Language]); 4] = [
        ("prairielearn/grader-python", &[Language::Python]),
        ("prairielearn/grader-c", &[Language::C, Language::Python]),
        ("prairielearn/grader-java", &[Language::Java]),
        ("rust:latest", &[Language::C, Language::Rust]),
    ];
    let fit = images.into_iter().find(|(_, image)| all_in(image));
    fit.map(|(name, _)| name).ok_or_else(|| {
        let names: Vec<_> = languages.iter().map(|it| it.name()).collect();
        Refusal(format!(
            "no image is known that has the compilers of {}: name fewer with --language",
            names.join(" and ")
        ))
    })
}

/// Returns an identifier that depends on `name` only, in the form of a random UUID.
fn uuid(name: &str) -> String {
    let digest = Sha256::digest(format!("automarker package prairielearn {name}"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    // The version and the variant.
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut text = hex(&bytes);
    for hyphen in [20, 16, 12, 8] {
        text.insert(hyphen, '-');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_has_all_compilers_or_there_is_none() {
        use Language::{C, Java, Python, Rust};
        let found = |languages: &[Language]| image(languages).map_err(|refusal| refusal.0);
        assert_eq!(found(&[C, Python]), Ok("prairielearn/grader-c"));
        assert_eq!(found(&[Python]), Ok("prairielearn/grader-python"));
        assert_eq!(found(&[C, Rust]), Ok("rust:latest"));
        assert!(found(&[Python, Rust]).is_err());
        let refusal = found(&[C, Java]).expect_err("there is none");
        assert!(refusal.contains("compilers of c and java:"), "{refusal}");
    }

    #[test]
    fn an_identifier_has_the_form_of_a_random_one() {
        let one = uuid("cmsc201");
        assert_eq!(one, uuid("cmsc201"));
        assert_ne!(one, uuid("revergo"));
        let parts: Vec<_> = one.split('-').map(str::len).collect();
        assert_eq!(parts, [8, 4, 4, 4, 12]);
        assert_eq!(&one[14..15], "4");
        assert!("89ab".contains(&one[19..20]));
    }
}
