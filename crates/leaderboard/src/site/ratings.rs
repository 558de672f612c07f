//! The ratings of the finalists over the rounds of the finals: the drawing, and its page.

use maud::{Markup, html};

use super::table::{Head, number, round, wide_table};
use super::{Page, Site, document, player_link};
use crate::history::History;
use crate::pairing::Side;
use crate::plan::Plan;

/// The size of the drawing and of the space around its lines. On a phone, a unit is about a
/// pixel.
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 210.0;
const LEFT: f64 = 32.0;
const RIGHT: f64 = 90.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 20.0;

/// The smallest distance between two names.
const LINE: f64 = 12.0;

/// The most players whose names are in the drawing.
const NAMED: usize = 8;

/// The longest name in it, in characters.
const LONGEST: usize = 12;

/// The drawing.
pub(super) struct Chart<'a> {
    plan: &'a Plan,
    history: History,
    /// The lowest and the highest line of the ratings.
    low: f64,
    high: f64,
    /// The distance between two such lines.
    step: f64,
}

/// A line of the drawing.
struct Line<'a> {
    name: &'a str,
    class: String,
    ratings: &'a [f64],
}

impl<'a> Chart<'a> {
    pub(super) fn of(plan: &'a Plan, history: History) -> Self {
        let all = || history.ratings.iter().flat_map(|(_, ratings)| ratings);
        let low = all().copied().fold(f64::INFINITY, f64::min);
        let high = all().copied().fold(f64::NEG_INFINITY, f64::max);
        let steps = [50.0, 100.0, 200.0, 500.0];
        let step = steps.into_iter().find(|step| (high - low) / step <= 5.0);
        let step = step.unwrap_or(1000.0);
        Self {
            plan,
            low: (low / step).floor() * step,
            high: ((high / step).floor() + 1.0) * step,
            step,
            history,
        }
    }

    /// Draws the ratings of all finalists, with the names of the best ones, or only that of
    /// `own`. Returns `None` if there are no finals.
    pub(super) fn draw(&self, own: Option<Side>) -> Option<Markup> {
        let last_round = *self.history.rounds.last()?;
        let (named, others) = self.lines(own);
        let label = match own {
            Some(_) => "The player’s rating after each round, among the other finalists",
            None => "Ratings of the finalists; the table below has the numbers",
        };
        let ticks = (0..).map(|index| self.low + f64::from(index) * self.step);
        let ticks = ticks.take_while(|tick| *tick <= self.high + 1.0);
        let every = last_round.div_ceil(8);
        let right = WIDTH - RIGHT;
        Some(html! {
            svg .chart role="img" aria-label=(label) viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } {
                @for tick in ticks {
                    @let y = self.y(tick);
                    path .tick d={ "M" (LEFT) " " (y) "H" (right) } {}
                    text .rating x=(LEFT - 4.0) y=(y) { (format!("{tick:.0}")) }
                }
                @for round in (0..=last_round).step_by(every) {
                    text .round x=(self.x(round)) y=(HEIGHT - 8.0) { (round) }
                }
                @for line in others {
                    polyline class=(line.class) points=(self.points(line.ratings)) {}
                }
                @for (line, y) in self.names(named) {
                    polyline class=(line.class) points=(self.points(line.ratings)) {}
                    path class={ (line.class) " leader" } d={
                        "M" (right) " " (self.end(&line)) "L" (right + 8.0) " " (y)
                    } {}
                    text .name x=(right + 10.0) y=(y) { (cut(line.name)) }
                }
            }
        })
    }

    /// Returns the lines with a name, the best one first, and the other lines.
    fn lines(&self, own: Option<Side>) -> (Vec<Line<'_>>, Vec<Line<'_>>) {
        let mut all: Vec<_> = self.history.ratings.iter().collect();
        all.sort_by(|(_, one), (_, two)| last(two).total_cmp(&last(one)));
        let (mut named, mut others) = (Vec::new(), Vec::new());
        for (index, (player, ratings)) in all.into_iter().enumerate() {
            let side = Side::Entrant(*player);
            let is_named = own.map_or(index < NAMED, |own| own == side);
            let class = match own {
                _ if !is_named => "line other".to_owned(),
                Some(_) => "line own".to_owned(),
                None => format!("line line-{index}"),
            };
            let line = Line {
                name: self.plan.name(side),
                class,
                ratings,
            };
            if is_named { &mut named } else { &mut others }.push(line);
        }
        (named, others)
    }

    /// Returns the heights of the names, which must not overlap.
    fn names<'b>(&self, lines: Vec<Line<'b>>) -> Vec<(Line<'b>, f64)> {
        let mut names = Vec::new();
        let mut next = TOP;
        for (index, line) in lines.iter().enumerate() {
            let below = (lines.len() - 1 - index) as f64;
            let lowest = HEIGHT - BOTTOM - below * LINE;
            let y = self.end(line).clamp(next, lowest.max(next));
            names.push(round(y));
            next = y + LINE;
        }
        lines.into_iter().zip(names).collect()
    }

    fn points(&self, ratings: &[f64]) -> String {
        let points = self.history.rounds.iter().zip(ratings);
        let points: Vec<String> = points
            .map(|(&round, &rating)| format!("{},{}", self.x(round), self.y(rating)))
            .collect();
        points.join(" ")
    }

    fn x(&self, number: usize) -> f64 {
        let last_round = self.history.rounds.last().copied().unwrap_or(1);
        round(LEFT + (WIDTH - LEFT - RIGHT) * number as f64 / last_round as f64)
    }

    fn y(&self, rating: f64) -> f64 {
        let part = (self.high - rating) / (self.high - self.low);
        round(TOP + (HEIGHT - TOP - BOTTOM) * part)
    }

    /// Returns the height of the right end of a line.
    fn end(&self, line: &Line<'_>) -> f64 {
        self.y(last(line.ratings))
    }
}

fn last(ratings: &[f64]) -> f64 {
    ratings.last().copied().unwrap_or_default()
}

fn cut(name: &str) -> String {
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// Returns the page with the drawing and its numbers.
pub(super) fn page(site: &Site<'_>, chart: &Chart<'_>) -> String {
    let Some(drawing) = chart.draw(None) else {
        let body = html! { p { "No game of the finals has been played." } };
        return document("Ratings", &Page::TOP, body);
    };
    let history = &chart.history;
    let rounds: Vec<String> = history.rounds.iter().map(usize::to_string).collect();
    let mut head = vec![Head::Text("Player")];
    head.extend(rounds.iter().map(|round| Head::Number(round)));
    let rows = site.finalists().filter_map(|(player, standing)| {
        let (_, ratings) = history.ratings.iter().find(|(one, _)| *one == player)?;
        Some(html! {
            tr .finalist {
                th scope="row" { (player_link(site.plan, standing.side, "")) }
                @for rating in ratings { (number(format!("{rating:.0}"))) }
            }
        })
    });
    let body = html! {
        p {
            "The rating of each finalist by the games up to a round. Round 0 is the \
             qualification. In each round of the finals, every finalist plays all games \
             against one other player."
        }
        (drawing)
        (wide_table("Rating after each round", &head, rows))
    };
    document("Ratings", &Page::TOP, body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::plan;

    /// A chart of that many finalists, who all end with the same rating.
    fn chart(plan: &Plan, finalists: usize) -> Chart<'_> {
        let ratings = |player: usize| vec![1400.0 + player as f64, 1500.0];
        let history = History {
            rounds: vec![0, 1],
            ratings: (0..finalists).map(|one| (one, ratings(one))).collect(),
        };
        Chart::of(plan, history)
    }

    /// Returns the heights of the names.
    fn heights(drawing: &str) -> Vec<f64> {
        let parts = drawing.split("<text class=\"name\"").skip(1);
        let heights = parts.map(|part| part.split('"').nth(3).expect("it has a height"));
        heights
            .map(|y| y.parse().expect("it is a number"))
            .collect()
    }

    #[test]
    fn names_do_not_overlap_and_only_the_best_have_one() {
        let plan = plan(20, 8);
        for (finalists, named) in [(1, 1), (2, 2), (8, 8), (20, NAMED)] {
            let drawing = chart(&plan, finalists).draw(None).expect("there is one");
            let drawing = drawing.into_string();
            let heights = heights(&drawing);
            assert_eq!(heights.len(), named);
            assert!(
                heights
                    .windows(2)
                    .all(|pair| pair[1] - pair[0] > LINE - 0.2)
            );
            assert!(heights.iter().all(|y| (TOP..=HEIGHT - BOTTOM).contains(y)));
            assert_eq!(drawing.matches("<polyline").count(), finalists);
            assert!(!drawing.contains("NaN"), "{drawing}");
        }
    }

    #[test]
    fn a_players_own_line_is_the_only_one_with_a_name() {
        let plan = plan(20, 8);
        let drawing = chart(&plan, 20).draw(Some(Side::Entrant(7)));
        let drawing = drawing.expect("there is one").into_string();
        assert_eq!(heights(&drawing).len(), 1);
        assert_eq!(drawing.matches("class=\"line own\"").count(), 1);
    }

    #[test]
    fn there_is_no_drawing_without_finals() {
        let plan = plan(2, 8);
        assert!(Chart::of(&plan, History::default()).draw(None).is_none());
    }
}
