import OrbitModels

/// A cache of the user's travel times to meetups. It requests them in the background, so a slow response delays no
/// reminder.
@MainActor final class TravelTimes {
    /// Called when a travel time has changed.
    var onChange: @MainActor () -> Void = {}

    private let ask: @Sendable (MeetupPlan) async -> Duration?
    private var answers: [MeetupID: Answer] = [:]

    private struct Answer {
        let plan: MeetupPlan
        var time: Duration?
        let task: Task<Void, Never>
    }

    init(_ ask: @escaping @Sendable (MeetupPlan) async -> Duration?) {
        self.ask = ask
    }

    /// Returns the travel time to a meetup with its current plan; `nil` while it is not known.
    func time(to meetup: Meetup) -> Duration? {
        answers[meetup.id].flatMap { $0.plan == meetup.plan ? $0.time : nil }
    }

    /// Requests the unknown travel times, once for each plan, and removes all other meetups.
    func follow(_ meetups: [Meetup]) {
        var kept: [MeetupID: Answer] = [:]
        for meetup in meetups {
            kept[meetup.id] = answers[meetup.id].flatMap { $0.plan == meetup.plan ? $0 : nil } ?? asking(meetup)
        }
        for (id, answer) in answers where kept[id]?.task != answer.task { answer.task.cancel() }
        answers = kept
    }

    /// Requests all travel times again, because the user may have moved. Until a response arrives, the earlier time
    /// applies to a plan that has not changed.
    func refresh(_ meetups: [Meetup]) {
        for answer in answers.values { answer.task.cancel() }
        answers = meetups.reduce(into: [:]) { $0[$1.id] = asking($1, before: time(to: $1)) }
    }

    private func asking(_ meetup: Meetup, before: Duration? = nil) -> Answer {
        let (id, plan, ask) = (meetup.id, meetup.plan, self.ask)
        let task = Task { [weak self] in
            let time = await ask(plan)
            guard !Task.isCancelled else { return }
            self?.note(time, to: id, as: plan)
        }
        return Answer(plan: plan, time: before, task: task)
    }

    private func note(_ time: Duration?, to id: MeetupID, as plan: MeetupPlan) {
        guard answers[id]?.plan == plan, answers[id]?.time != time else { return }
        answers[id]?.time = time
        onChange()
    }
}
