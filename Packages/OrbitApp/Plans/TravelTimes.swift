import OrbitModels

/// The user's travel times to meetups, asked for in the background: a slow answer delays no reminder.
@MainActor final class TravelTimes {
    /// Called after an answer that changes a travel time.
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

    /// The time for a meetup as it is planned now; `nil` while it is not known.
    func time(to meetup: Meetup) -> Duration? {
        answers[meetup.id].flatMap { $0.plan == meetup.plan ? $0.time : nil }
    }

    /// Asks for the times that are not known yet, once for each plan, and forgets all other meetups.
    func follow(_ meetups: [Meetup]) {
        var kept: [MeetupID: Answer] = [:]
        for meetup in meetups {
            kept[meetup.id] = answers[meetup.id].flatMap { $0.plan == meetup.plan ? $0 : nil } ?? asking(meetup)
        }
        for (id, answer) in answers where kept[id]?.task != answer.task { answer.task.cancel() }
        answers = kept
    }

    /// Asks again for all times: the user may be elsewhere by now. Until the new answers come, the earlier ones apply
    /// to plans that have not changed.
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
