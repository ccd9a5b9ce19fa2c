/// Choices that share a notification: one, or several that quiet hours have deferred to the same time.
struct PlanSlot {
    let fire: Int
    let choices: [Choice]

    var isDigest: Bool { choices.count > 1 }
}

/// The notifications of a plan, soonest first, before they have words.
struct PlanSlots {
    private let table: ReminderTable
    private let now: Int
    private let snoozes: [Candidate]
    private let told: Set<NotificationIdentifier>

    init(_ table: ReminderTable, after now: Int, snoozes: [Candidate], told: Set<NotificationIdentifier>) {
        (self.table, self.now, self.snoozes, self.told) = (table, now, snoozes, told)
    }

    /// The first `count`, and whether there are more.
    ///
    /// Digests need an unknown number of choices, so it asks for twice as many until there are enough. The slots of the
    /// latest time may be incomplete as long as there are more choices; they do not count.
    func first(_ count: Int) -> (slots: [PlanSlot], hasMore: Bool) {
        guard count > 0 else { return ([], false) }
        var wanted = count * 2 + 16
        while true {
            let choices = table.choices(wanted, after: now, others: snoozes, told: told)
            let isAll = choices.count < wanted
            let complete = isAll ? choices[...] : choices.prefix { $0.fire < (choices.last?.fire ?? 0) }
            let slots = Self.slots(of: complete)
            if isAll || slots.count > count { return (Array(slots.prefix(count)), slots.count > count) }
            wanted *= 2
        }
    }

    /// In order of their first choice.
    private static func slots(of choices: ArraySlice<Choice>) -> [PlanSlot] {
        var slots: [PlanSlot] = []
        var digest: Int?
        for choice in choices {
            if let last = slots.last, last.fire != choice.fire { digest = nil }
            guard choice.isDeferred else {
                slots.append(PlanSlot(fire: choice.fire, choices: [choice]))
                continue
            }
            if let place = digest {
                slots[place] = PlanSlot(fire: choice.fire, choices: slots[place].choices + [choice])
            } else {
                digest = slots.count
                slots.append(PlanSlot(fire: choice.fire, choices: [choice]))
            }
        }
        return slots
    }
}

extension Choice {
    /// Whether quiet hours have moved it to their end.
    var isDeferred: Bool { fire > candidate.raw }
    /// Whether quiet hours have moved it at all.
    var isMoved: Bool { fire != candidate.raw }
}
