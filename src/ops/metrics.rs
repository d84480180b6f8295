//! Metrics for Prometheus.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// All metrics with their kinds and descriptions, in the README's order.
const KNOWN: [(&str, Kind, &str); 20] = [
    ("deathmatch_matches", Kind::Gauge, "Live matches, by status"),
    ("deathmatch_entries_total", Kind::Counter, "Entries applied to matches' records, by act"),
    ("deathmatch_requests_total", Kind::Counter, "Requests to matches' actors, by request"),
    ("deathmatch_store_reads_total", Kind::Counter, "Reads from the database"),
    ("deathmatch_store_transactions_total", Kind::Counter, "Transactions written to the database"),
    ("deathmatch_answers_total", Kind::Counter, "Presses and commands answered: at once, put off first, or lost"),
    ("deathmatch_answer_seconds", Kind::Times, "From an interaction's arrival to its first answer"),
    ("deathmatch_press_to_answer_seconds", Kind::Times, "From the press, by Discord's clock, to its first answer"),
    ("deathmatch_deadline_lateness_seconds", Kind::Times, "How long after deadline and grace a deadline fired"),
    ("deathmatch_outbox_parcels", Kind::Gauge, "Messages that wait to be sent"),
    ("deathmatch_outbox_age_seconds", Kind::Gauge, "How long the oldest of them has waited"),
    ("deathmatch_outbox_wait_seconds", Kind::Times, "From queueing a message to its arrival, by kind"),
    ("deathmatch_sends_total", Kind::Counter, "Requests to Discord, by kind of route and result"),
    ("deathmatch_rest_limited_total", Kind::Counter, "Requests that met a rate limit (429, or held back before it)"),
    ("deathmatch_picture_seconds", Kind::Times, "Drawing a picture"),
    ("deathmatch_gateway_up", Kind::Gauge, "Whether the gateway is connected"),
    ("deathmatch_gateway_connections_total", Kind::Counter, "Connections to the gateway: new, or resumed"),
    ("deathmatch_credits_total", Kind::Counter, "Times a match was credited after an absence"),
    ("deathmatch_clock_offset_seconds", Kind::Gauge, "How far Discord's clock is ahead of this machine's"),
    ("deathmatch_faults_total", Kind::Counter, "Faults, each with an id in the log"),
];

/// The upper bounds of the histograms' buckets, in s.
const BOUNDS: [f64; 12] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Counter,
    Gauge,
    Times,
}

/// The metrics of this process.
#[derive(Clone)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// Installs the recorder. Later calls return the same one.
    pub fn keep() -> Result<Self, String> {
        static KEPT: OnceLock<Metrics> = OnceLock::new();
        if let Some(kept) = KEPT.get() {
            return Ok(kept.clone());
        }
        let mut builder = PrometheusBuilder::new();
        for (name, _, _) in KNOWN.iter().filter(|(_, kind, _)| *kind == Kind::Times) {
            let name = Matcher::Full((*name).to_owned());
            builder = builder.set_buckets_for_metric(name, &BOUNDS).expect("there are bounds");
        }
        let handle = builder.install_recorder().map_err(|error| error.to_string())?;
        for (name, kind, says) in KNOWN {
            match kind {
                Kind::Counter => metrics::describe_counter!(name, says),
                Kind::Gauge => metrics::describe_gauge!(name, says),
                Kind::Times => metrics::describe_histogram!(name, says),
            }
        }
        Ok(KEPT.get_or_init(|| Self(handle)).clone())
    }

    /// Renders the metrics in Prometheus's text format.
    pub fn written(&self) -> String {
        self.0.render()
    }

    /// Runs the recorder's upkeep. Without regular calls, unread samples accumulate.
    pub fn tidy(&self) {
        self.0.run_upkeep();
    }
}
