//! The whole of a report as JSON, to be read back: other reports can be made from
//! it later without running anything.

use course::Aspect;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};
use transcript::{Verdict, decode, encode};

/// Serialises a verdict by its name in the reports.
pub(super) mod verdict {
    use super::{Deserialize, Deserializer, Error, Serializer, Verdict};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub(in super::super) fn serialize<S: Serializer>(
        verdict: &Verdict,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(verdict)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Verdict, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = Verdict::ALL
            .into_iter()
            .find(|verdict| verdict.to_string() == name);
        found.ok_or_else(|| D::Error::custom(format_args!("no verdict is named {name:?}")))
    }
}

/// Serialises an aspect by its name.
pub(super) mod aspect {
    use super::{Aspect, Deserialize, Deserializer, Error, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub(in super::super) fn serialize<S: Serializer>(
        aspect: &Aspect,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(aspect.name())
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Aspect, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

/// Serialises bytes as [`encode`] shows them.
pub(super) mod bytes {
    use super::{Deserialize, Deserializer, Error, Serializer, decode, encode};

    pub(in super::super) fn serialize<S: Serializer>(
        bytes: &[u8],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&encode(bytes))
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        decode(&text).ok_or_else(|| D::Error::custom("bytes that are not encoded"))
    }
}

#[cfg(test)]
mod tests {
    use crate::report::Report;
    use crate::report::samples::reports;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_stored_report_is_read_back_whole(report in reports()) {
            let text = serde_json::to_string(&report).expect("it can be written");
            prop_assert_eq!(serde_json::from_str::<Report>(&text).expect("it is JSON"), report);
        }
    }

    #[test]
    fn a_verdict_that_there_is_not_is_refused() {
        let text = r#"{"submission":"a","course":"b","notes":[],"cases":[{"case":"c","hidden":false,
            "weight":1.0,"verdict":"VERDICT","reason":null,"explanation":null,"stderr":"",
            "seconds":0.0}]}"#;
        let read = |verdict| serde_json::from_str::<Report>(&text.replace("VERDICT", verdict));
        assert!(read("wrong output").is_ok());
        assert!(read("marvellous").is_err());
    }
}
