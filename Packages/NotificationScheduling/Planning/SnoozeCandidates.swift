import Foundation
import OrbitModels

/// What was put off and still stands, as candidates.
struct SnoozeCandidates {
    /// In the order of the snoozes, the last of each identifier.
    let all: [Candidate]

    /// Keeps what is about a fact of the table in the same version, still to come, and neither muted nor too late.
    init(_ snoozes: [Snooze], _ table: ReminderTable, after now: Int) {
        guard !snoozes.isEmpty else {
            all = []
            return
        }
        let latest = Dictionary(snoozes.map { ($0.identifier, $0) }) { $1 }
        let wanted = Set(latest.keys.map(\.key))
        var found: [Candidate] = []
        for (place, fact) in table.facts.enumerated() where wanted.contains(fact.subject.key) {
            FactCandidates(fact: fact, preferences: table.preferences, start: table.starts[place])
                .forEach { index, rule, _, limit, lead in
                    let identifier = rule.identifier(for: fact.subject, lead: lead)
                    guard let snooze = latest[identifier], snooze.version == fact.subject.version else { return }
                    let fire = min(TimeZone.gmt.second(of: snooze.until), limit - 60)
                    guard fire > now else { return }
                    found.append(
                        Candidate(
                            raw: fire, limit: limit, fact: Int32(place), rule: Int16(index), movesInQuietHours: false,
                            isSnoozed: true, lead: Int32(lead)))
                }
        }
        all = found
    }
}
