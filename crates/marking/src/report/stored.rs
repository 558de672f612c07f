//! The whole of a report as JSON, to be read back: other reports can be made from
//! it later without running anything.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};
use transcript::{decode, encode};

pub(super) mod name {
    use super::{Deserialize, Deserializer, Display, Error, FromStr, Serializer};

    pub(in super::super) fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(in super::super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(D::Error::custom)
    }
}

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
