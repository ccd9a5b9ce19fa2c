import Foundation
import NotificationScheduling
import TimeAndChance

/// The next 64 reminders, with two for each of many starts.
struct PlanMeasurement {
    /// The duration of each preparation, in milliseconds.
    private(set) var prepare: [Double] = []
    private(set) var search: [Double] = []
    private(set) var plan: [Double] = []
    /// A hash that is equal for equal reminders.
    private(set) var hash = 0
    private(set) var first = ""
    private(set) var last = ""

    /// - Parameter starts: The starts in seconds since 1970.
    init(starts: [Int64], zone: TimeZone, now: Date, repetitions: Int) {
        let clock = SystemClock()
        func time<Result>(_ work: () -> Result) -> (Result, Double) {
            let start = clock.uptime
            let result = work()
            return (result, (clock.uptime - start) / .milliseconds(1))
        }
        let facts = starts.enumerated().map { number, start in Self.fact(number, start) }
        var reminders: [ReminderTable.Reminder] = []
        for _ in 0..<repetitions {
            let (table, preparing) = time { ReminderTable(facts, zone: zone, now: now) }
            prepare.append(preparing)
            for _ in 0..<5 {
                let (found, searching) = time { table.next(64, after: now) }
                search.append(searching)
                reminders = found
            }
            let request = PlanRequest(facts, zone: zone)
            let (_, planning) = time { NotificationPlanner.plan(request, now: now) }
            plan.append(planning)
        }
        let tuples = reminders.map { one in
            (
                Int(one.fire.timeIntervalSince1970), Int(one.subject.entity) ?? -1,
                one.identifier.kind == .dayBefore ? 0 : 1
            )
        }
        for (place, (fire, number, kind)) in tuples.enumerated() {
            hash += (place + 1) * (fire * 31 + number * 7 + kind)
        }
        hash %= 1_000_000_007
        (first, last) = (tuples.first.map { "\($0)" } ?? "", tuples.last.map { "\($0)" } ?? "")
    }

    /// Creates a fact. Its entity is padded with zeros, so that facts are sorted by their numbers.
    private static func fact(_ number: Int, _ start: Int64) -> NotificationFact {
        let text = String(number)
        return NotificationFact(
            NotificationSubject(String(repeating: "0", count: max(0, 10 - text.count)) + text), title: "Meetup",
            at: AnchoredSpan(.instant(Date(timeIntervalSince1970: Double(start))), length: .seconds(3_600)),
            rules: [
                ReminderRule(.dayBefore, .beforeStart(.seconds(86_400))),
                ReminderRule(.hourBefore, .beforeStart(.seconds(3_600))),
            ])
    }
}
