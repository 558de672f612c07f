//! The parts of the tables: heads, cells of numbers, and the bars of intervals.

use maud::{Markup, html};

/// The head of a column.
pub(super) enum Head<'a> {
    /// A column of texts.
    Text(&'a str),
    /// A column of numbers, which are aligned at the right.
    Number(&'a str),
    /// Any other cell.
    Cell(Markup),
}

/// Returns a table that scrolls sideways where it is too wide, except for the names in the
/// heads of its rows.
pub(super) fn wide_table(
    caption: &str,
    head: &[Head<'_>],
    rows: impl Iterator<Item = Markup>,
) -> Markup {
    let body = html! { tbody { @for row in rows { (row) "\n" } } };
    wide_table_of(caption, head, &body)
}

/// Returns the same table with these bodies, each an element.
pub(super) fn wide_table_of(caption: &str, head: &[Head<'_>], bodies: &Markup) -> Markup {
    html! {
        div .wide tabindex="0" role="region" aria-label=(caption) {
            table {
                caption { (caption) }
                thead {
                    tr {
                        @for cell in head {
                            @match cell {
                                Head::Text(text) => th scope="col" { (text) },
                                Head::Number(text) => th .number scope="col" { (text) },
                                Head::Cell(cell) => (cell),
                            }
                        }
                    }
                }
                (bodies)
            }
        }
    }
}

/// Returns a cell with a number.
pub(super) fn number(value: impl maud::Render) -> Markup {
    html! { td .number { (value) } }
}

/// The width of a drawn interval, and its height.
const WIDTH: f64 = 150.0;
const HEIGHT: f64 = 16.0;

/// The scale of all intervals of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// Returns the scale from the lowest to the highest end of `intervals`, in hundreds.
    pub(super) fn around(intervals: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let ends = intervals
            .into_iter()
            .reduce(|one, two| (one.0.min(two.0), one.1.max(two.1)));
        let (low, high) = ends.unwrap_or((0.0, 0.0));
        let low = (low / 100.0).floor() * 100.0;
        let high = ((high / 100.0).ceil() * 100.0).max(low + 100.0);
        Self { low, high }
    }

    /// Returns the ends of the scale, as in `900 to 2500`.
    pub(super) fn words(&self) -> String {
        format!("{:.0} to {:.0}", self.low, self.high)
    }

    fn x(&self, value: f64) -> f64 {
        let part = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        // Room for half of the dot at both ends.
        round(4.0 + part * (WIDTH - 8.0))
    }

    /// Draws an interval as a bar with a dot for its `value`, and a line at `average`. The
    /// numbers are beside it, so screen readers skip it.
    pub(super) fn bar(&self, interval: Option<(f64, f64)>, value: f64, average: f64) -> Markup {
        let middle = HEIGHT / 2.0;
        html! {
            svg .bar aria-hidden="true" width=(WIDTH) height=(HEIGHT)
                viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } {
                line .average x1=(self.x(average)) x2=(self.x(average)) y1="0" y2=(HEIGHT) {}
                @if let Some((low, high)) = interval {
                    rect .interval x=(self.x(low)) y=(middle - 3.0)
                        width=(round(self.x(high) - self.x(low))) height="6" rx="3" {}
                }
                circle .value cx=(self.x(value)) cy=(middle) r="4" {}
            }
        }
    }
}

/// Rounds to tenths of a pixel, so that numbers stay short.
pub(super) fn round(pixels: f64) -> f64 {
    (pixels * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_table_has_right_aligned_numbers() {
        let rows = [html! { tr { th scope="row" { "<one>" } (number(3)) } }];
        let head = [Head::Text("Player"), Head::Number("Score")];
        let table = wide_table("Table", &head, rows.into_iter()).into_string();
        assert!(table.contains("<th scope=\"col\">Player</th>"), "{table}");
        assert!(table.contains("<th class=\"number\" scope=\"col\">Score</th>"));
        assert!(table.contains("<td class=\"number\">3</td>"));
        assert!(table.contains("&lt;one&gt;"));
    }

    #[test]
    fn a_scale_ends_at_hundreds() {
        let scale = Scale::around([(950.0, 1210.0), (1100.0, 2010.0)]);
        assert_eq!(scale.words(), "900 to 2100");
        assert_eq!(Scale::around([]).words(), "0 to 100");
    }

    proptest! {
        #[test]
        fn a_bar_is_within_its_drawing(
            low in -4000.0..4000.0, length in 0.0..3000.0, value in -9000.0..9000.0, average in -9e3..9e3,
        ) {
            let scale = Scale::around([(low, low + length)]);
            for value in [low, low + length, value, average] {
                prop_assert!((4.0..=WIDTH - 4.0).contains(&scale.x(value)));
            }
            let bar = scale.bar(Some((low, low + length)), value, average).into_string();
            prop_assert!(!bar.contains("NaN") && !bar.contains("width=\"-"));
            prop_assert!(!scale.bar(None, value, average).into_string().contains("interval"));
        }
    }
}
