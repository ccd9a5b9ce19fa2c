/// The choices that share a notification: a single choice, or several that quiet hours have deferred to the same time.
struct PlanSlot {
    let fire: Int
    let choices: [Choice]

    var isDigest: Bool { choices.count > 1 }
}

/// The notifications of a plan, soonest first, without their texts.
struct PlanSlots {
    private let table: ReminderTable
    private let now: Int
    private let snoozes: [Candidate]
    private let delivered: Set<NotificationIdentifier>

    init(_ table: ReminderTable, after now: Int, snoozes: [Candidate], delivered: Set<NotificationIdentifier>) {
        (self.table, self.now, self.snoozes, self.delivered) = (table, now, snoozes, delivered)
    }

    /// Returns the first `count` slots, and whether there are more.
    func first(_ count: Int) -> (slots: [PlanSlot], hasMore: Bool) {
        guard count > 0 else { return ([], false) }
        // The size of digests is unknown, so the number of choices doubles until there are enough slots. While there
        // are more choices, the slots of the latest time may be incomplete, and do not count.
        var wanted = count * 2 + 16
        while true {
            let choices = table.choices(wanted, after: now, others: snoozes, delivered: delivered)
            let isAll = choices.count < wanted
            let complete = isAll ? choices[...] : choices.prefix { $0.fire < (choices.last?.fire ?? 0) }
            let slots = Self.slots(of: complete)
            if isAll || slots.count > count { return (Array(slots.prefix(count)), slots.count > count) }
            wanted *= 2
        }
    }

    /// Returns the slots in the order of their first choices.
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
    /// Whether quiet hours have moved the notification to their end.
    var isDeferred: Bool { fire > candidate.raw }
    /// Whether quiet hours have moved the notification at all.
    var isMoved: Bool { fire != candidate.raw }
}
