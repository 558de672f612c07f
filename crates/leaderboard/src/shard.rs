//! Shards: the games of one of several processes or machines.

use std::env;

/// Every `count`-th game, starting with game `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the shard, counted from 0.
    pub index: usize,
    /// The number of shards.
    pub count: usize,
}

impl Shard {
    /// All games.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// Returns the games of this shard.
    pub fn of<T: Copy>(self, games: &[T]) -> Vec<T> {
        let games = games.iter().copied();
        games.skip(self.index).step_by(self.count).collect()
    }

    /// Returns the shard that the options `index` and `count` name, or else the
    /// one of the environment variables that Slurm sets in the tasks of an array
    /// and Kubernetes in those of an indexed job.
    pub fn choose(index: Option<usize>, count: Option<usize>) -> Result<Self, String> {
        let variable = |name: &str| env::var(name).ok();
        choose(index, count, &variable)
    }
}

fn choose(
    index: Option<usize>,
    count: Option<usize>,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Shard, String> {
    let number = |name: &str| -> Result<Option<usize>, String> {
        match variable(name) {
            None => Ok(None),
            Some(text) => match text.parse() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(format!("{name} is {text:?}, expected a number")),
            },
        }
    };
    let of = |index: usize, count: usize, what: &str| {
        if index < count {
            Ok(Shard { index, count })
        } else {
            Err(format!(
                "{what} is {index}, but the last of {count} shards is {}",
                count.saturating_sub(1)
            ))
        }
    };
    match (index, count) {
        (Some(index), Some(count)) => return of(index, count, "--shard"),
        (Some(_), None) => return Err("--shard requires --shards, the number of shards".to_owned()),
        (None, _) => {}
    }
    for name in ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"] {
        let Some(index) = number(name)? else {
            continue;
        };
        if let Some(count) = count {
            return of(index, count, name);
        }
        // If an array skips numbers, as when a few tasks are run again, its
        // task count is not the number of shards of the first run.
        let range = (
            number("SLURM_ARRAY_TASK_MIN")?,
            number("SLURM_ARRAY_TASK_MAX")?,
            number("SLURM_ARRAY_TASK_COUNT")?,
        );
        return match range {
            (Some(0), Some(last), Some(all)) if last + 1 == all && name.starts_with("SLURM") => {
                of(index, all, name)
            }
            _ => Err(format!(
                "{name} is {index}, but the number of shards is unknown; set it with --shards"
            )),
        };
    }
    match count {
        None | Some(1) => Ok(Shard::WHOLE),
        Some(_) => Err(
            "--shards requires --shard, or SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX in the \
             environment"
                .to_owned(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn with(
        variables: &[(&str, &str)],
        index: Option<usize>,
        count: Option<usize>,
    ) -> Result<Shard, String> {
        choose(index, count, &|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    const ARRAY: [(&str, &str); 4] = [
        ("SLURM_ARRAY_TASK_ID", "2"),
        ("SLURM_ARRAY_TASK_MIN", "0"),
        ("SLURM_ARRAY_TASK_MAX", "3"),
        ("SLURM_ARRAY_TASK_COUNT", "4"),
    ];

    #[test]
    fn the_shard_comes_from_the_options_or_the_scheduler() {
        let shard = |index, count| Ok(Shard { index, count });
        assert_eq!(with(&[], None, None), shard(0, 1));
        assert_eq!(with(&ARRAY, Some(1), Some(3)), shard(1, 3));
        assert_eq!(with(&ARRAY, None, None), shard(2, 4));
        assert_eq!(with(&ARRAY, None, Some(8)), shard(2, 8));
        let kubernetes = [("JOB_COMPLETION_INDEX", "5")];
        assert_eq!(with(&kubernetes, None, Some(6)), shard(5, 6));
    }

    #[test]
    fn an_impossible_shard_is_refused() {
        let again = [ARRAY[0], ("SLURM_ARRAY_TASK_COUNT", "1")];
        for (variables, index, count, word) in [
            (&ARRAY[..0], Some(3), Some(3), "the last of 3 shards is 2"),
            (&ARRAY[..0], Some(0), Some(0), "--shard is 0"),
            (&ARRAY[..0], Some(1), None, "--shards"),
            (&ARRAY[..0], None, Some(2), "--shard"),
            (&ARRAY, None, Some(2), "SLURM_ARRAY_TASK_ID is 2"),
            (&again, None, None, "set it with --shards"),
            (
                &[("JOB_COMPLETION_INDEX", "0")],
                None,
                None,
                "set it with --shards",
            ),
            (
                &[("SLURM_ARRAY_TASK_ID", "x")],
                None,
                None,
                "expected a number",
            ),
        ] {
            let error = with(variables, index, count).expect_err(word);
            assert!(error.contains(word), "{error}");
        }
    }

    proptest! {
        #[test]
        fn the_shards_have_all_games_and_each_once(games in 0..200_usize, count in 1..20_usize) {
            let all: Vec<usize> = (0..games).collect();
            let shards: Vec<Vec<usize>> =
                (0..count).map(|index| Shard { index, count }.of(&all)).collect();
            for share in &shards {
                prop_assert!(share.len().abs_diff(games / count) <= 1);
            }
            let mut joined = shards.concat();
            joined.sort_unstable();
            prop_assert_eq!(joined, all);
        }
    }
}
