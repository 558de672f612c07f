//! The report as a page with plots.

use maud::{Markup, html};
use pages::{Document, Style};

use super::Row;

/// The size of a plot in units of its view box.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 240.0;

/// The space around a plot for its numbers.
const MARGIN: f64 = 40.0;

/// A curve of a plot: a name and a number per row.
type Curve = (&'static str, fn(&Row) -> f64);

const CSS: &str = "body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 50rem; \
padding: 0 1rem; color-scheme: light dark } table { border-collapse: collapse; font-variant-numeric: \
tabular-nums } td, th { padding: 0 .6rem; text-align: right } svg { width: 100%; height: auto } \
.axis { stroke: currentColor; opacity: .4 } text { fill: currentColor; font-size: 12px } \
.curve { fill: none; stroke-width: 2 } .c0 { stroke: #0072b2 } .c1 { stroke: #d55e00 } \
text.c0 { fill: #0072b2; stroke: none } text.c1 { fill: #d55e00; stroke: none }";

/// Returns the page about `name`: plots and a table of the errors by the number of
/// empty squares.
pub(super) fn page(name: &str, rows: &[Row]) -> String {
    let body = html! {
        p {
            "Errors of the evaluation of positions that were held out from training, by the \
             number of empty squares, in discs. The labels are exact near the end of the game \
             and estimates before."
        }
        h2 { "Error" }
        (plot(rows, &[("root mean square", |row| row.errors.rms), ("mean absolute", |row| row.errors.mae)]))
        h2 { "Correlation" }
        (plot(rows, &[("correlation", |row| row.errors.correlation)]))
        h2 { "Bias" }
        (plot(rows, &[("mean error", |row| row.errors.mean), ("static − depth 1", |row| row.change)]))
        h2 { "Numbers" }
        table {
            thead { tr {
                th scope="col" { "empty" } th scope="col" { "positions" }
                th scope="col" { "correlation" } th scope="col" { "MAE" }
                th scope="col" { "RMS" } th scope="col" { "mean error" }
                th scope="col" { "static − depth 1" }
            } }
            tbody { @for row in rows { tr {
                th scope="row" { (row.empties) } td { (row.positions) }
                td { (format!("{:.3}", row.errors.correlation)) }
                td { (format!("{:.2}", row.errors.mae)) } td { (format!("{:.2}", row.errors.rms)) }
                td { (format!("{:+.2}", row.errors.mean)) } td { (format!("{:+.2}", row.change)) }
            } } }
        }
    };
    Document {
        title: &format!("Evaluation {name}"),
        style: Style::Inline(CSS),
        script: None,
        navigation: html! {},
        body,
    }
    .to_html()
}

/// Returns a plot of curves over the number of empty squares.
#[expect(clippy::cast_precision_loss, reason = "there are at most 61 rows")]
fn plot(rows: &[Row], curves: &[Curve]) -> Markup {
    let values = || curves.iter().flat_map(|(_, of)| rows.iter().map(of));
    let top = values().fold(0.0, f64::max);
    let bottom = values().fold(0.0, f64::min);
    let last = rows.iter().map(|row| row.empties).max().unwrap_or(0).max(1);
    let x = |empties: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * empties as f64 / last as f64;
    let range = (top - bottom).max(f64::MIN_POSITIVE);
    let y = |value: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (value - bottom) / range;
    let line = |of: fn(&Row) -> f64| {
        let points = rows
            .iter()
            .map(|row| format!("{:.1},{:.1}", x(row.empties), y(of(row))));
        points.collect::<Vec<String>>().join(" ")
    };
    let names: Vec<&str> = curves.iter().map(|&(name, _)| name).collect();
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(names.join(", ")) {
            line class="axis" x1=(x(0)) x2=(x(last)) y1=(y(0.0)) y2=(y(0.0)) {}
            @for value in [bottom, top] {
                text x=(MARGIN - 6.0) y=(y(value) + 4.0) text-anchor="end" { (format!("{value:.1}")) }
            }
            @for empties in (0..=last).step_by(10) {
                text x=(x(empties)) y=(HEIGHT - 12.0) text-anchor="middle" { (empties) }
            }
            @for (index, &(name, of)) in curves.iter().enumerate() {
                polyline class=(format!("curve c{index}")) points=(line(of)) {}
                text class=(format!("c{index}")) x=(WIDTH - MARGIN) y=(16.0 * (index as f64 + 1.0))
                    text-anchor="end" { (name) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Errors;

    #[test]
    fn a_page_has_a_row_and_points_within_the_plot_per_number_of_empty_squares() {
        let rows: Vec<Row> = [4, 9, 52]
            .map(|empties| Row {
                empties,
                positions: 17,
                errors: Errors::of(&[(1.0, 2.0), (3.0, 2.5), (4.0, 8.0)]),
                change: -0.25,
            })
            .into();
        let page = page("a & b", &rows);
        assert!(page.contains("a &amp; b"), "{page}");
        assert_eq!(page.matches("<td>17</td>").count(), 3, "{page}");
        assert_eq!(page.matches("<polyline").count(), 5, "{page}");
        for points in page.split("points=\"").skip(1) {
            for point in points.split('"').next().expect("it ends").split(' ') {
                let (x, y) = point.split_once(',').expect("a point has two numbers");
                let [x, y] = [x, y].map(|number| number.parse::<f64>().expect("it is a number"));
                assert!(
                    (0.0..=WIDTH).contains(&x) && (0.0..=HEIGHT).contains(&y),
                    "{point}"
                );
            }
        }
    }
}
