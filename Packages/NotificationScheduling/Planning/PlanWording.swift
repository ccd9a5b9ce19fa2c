import Foundation
import OrbitModels

/// The conversion of slots into notifications with the parameters of their texts.
struct PlanWording {
    let table: ReminderTable
    /// The current time in seconds since 1970.
    let now: Int

    func notification(_ slot: PlanSlot) -> PlannedNotification {
        guard !slot.isDigest, let choice = slot.choices.first else { return digest(slot) }
        let fact = table.facts[Int(choice.candidate.fact)]
        let identifier = table.identifier(of: choice.candidate)
        let isLate = table.rule(of: choice.candidate).lead == nil && !choice.isDeferred
        return PlannedNotification(
            identifier: identifier, fire: date(slot.fire), trigger: trigger(of: choice, fact),
            expires: date(choice.candidate.limit), subjects: [fact.subject], template: identifier.kind.rawValue,
            parameters: parameters(of: fact, at: Int(choice.candidate.fact), fire: slot.fire),
            due: isLate ? min(slot.fire, table.starts[Int(choice.candidate.fact)]) : nil)
    }

    private func digest(_ slot: PlanSlot) -> PlannedNotification {
        let facts = slot.choices.map { table.facts[Int($0.candidate.fact)] }
        var subjects: [NotificationSubject] = []
        var titles: [String] = []
        for fact in facts where subjects.last != fact.subject {
            subjects.append(fact.subject)
            titles.append(fact.title)
        }
        let identifier = NotificationIdentifier(
            kind: .digest, entity: table.clock.wallTime(at: slot.fire).description)
        return PlannedNotification(
            identifier: identifier, fire: date(slot.fire), trigger: .instant(date(slot.fire)),
            expires: slot.choices.map(\.candidate.limit).max().map(date), subjects: subjects,
            template: identifier.kind.rawValue,
            parameters: [
                "count": .integer(slot.choices.count), "title": .text(titles.first ?? ""),
                "others": .integer(titles.count - 1),
            ],
            due: nil)
    }

    func moreComing(at fire: Date) -> PlannedNotification {
        PlannedNotification(
            identifier: NotificationIdentifier(kind: .moreComing, entity: ""), fire: fire, trigger: .instant(fire),
            expires: nil, subjects: [], template: NotificationKind.moreComing.rawValue, parameters: [:], due: nil)
    }

    /// Returns the parameters of the text, with all times on the user's wall clock.
    ///
    /// - `title`: the title of the fact
    /// - `time`, `date`: the start, such as `18:30` and `2026-11-22`
    /// - `days`: the number of days from the notification to the start
    /// - `end_time`, `end_date`, `end_days`: the same for the end
    private func parameters(of fact: NotificationFact, at place: Int, fire: Int) -> [String: ParameterValue] {
        let start = table.starts[place]
        let shown = table.clock.wallTime(at: fire)
        let (begin, end) = (table.clock.wallTime(at: start), table.clock.wallTime(at: start + fact.span.length))
        return [
            "title": .text(fact.title), "time": .text(begin.hourAndMinute), "date": .text(begin.day.description),
            "days": .integer(begin.day.days(since: shown.day)), "end_time": .text(end.hourAndMinute),
            "end_date": .text(end.day.description), "end_days": .integer(end.day.days(since: shown.day)),
        ]
    }

    /// Returns a time on the user's wall clock, if the fact starts on that clock and the clock shows the time exactly
    /// once. Returns an instant in all other cases, also for a notification that was moved or snoozed.
    private func trigger(of choice: Choice, _ fact: NotificationFact) -> PlannedNotification.Trigger {
        if case .user = fact.span.start, !choice.isMoved, !choice.candidate.isSnoozed,
            table.rule(of: choice.candidate).lead != nil
        {
            let time = table.clock.wallTime(at: choice.fire)
            if case .once = time.instants(in: table.clock.zone) { return .wallClock(time) }
        }
        return .instant(date(choice.fire))
    }

    private func date(_ second: Int) -> Date { Date(timeIntervalSince1970: Double(second)) }
}
