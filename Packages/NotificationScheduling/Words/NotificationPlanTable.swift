public import OrbitModels

/// A plan as a table for a terminal, in local time. Each notification is one line of at most ``columns`` cells.
///
/// ```
/// Mon 2026-11-23 08:00  reconfirm        Are you still coming to Tennis tomorrow at 07:30?
/// ```
public struct NotificationPlanTable: Hashable, Sendable {
    /// The text of a plan without notifications.
    public static let vocabulary = Vocabulary("notification_plan", ["empty": "No notifications are planned."])

    /// The plan.
    public let plan: NotificationPlan
    /// The width in cells, 40 to 500.
    public let columns: Int

    /// Creates a table. The width is clamped to the range from 40 to 500.
    public init(_ plan: NotificationPlan, columns: Int = 80) {
        self.plan = plan
        self.columns = min(max(columns, 40), 500)
    }

    /// Returns the table. Every line ends with a line feed. For a plan without notifications, returns a sentence that
    /// says so.
    public func text(in words: LocalizedStrings = .english) -> String {
        guard !plan.notifications.isEmpty else { return words.sentence("empty", in: Self.vocabulary) + "\n" }
        let start = plan.zone.second(of: plan.made)
        let last = plan.notifications.last.map { plan.zone.second(of: $0.fire) } ?? start
        let clock = ZoneClock(plan.zone, from: start, to: last)
        let kinds = plan.notifications.map { TerminalText.fitted($0.kind.rawValue, cells: 19) }
        let widest = kinds.map(\.count).max() ?? 0
        return zip(plan.notifications, kinds).reduce(into: "") { table, row in
            let (notification, kind) = row
            let time = clock.wallTime(at: plan.zone.second(of: notification.fire))
            let weekday = Weekday(rawValue: (time.day.sinceEpoch + 3).flooredDivision(by: 7).remainder)
            let day = weekday.flatMap { words.text($0.key, in: Weekday.shortVocabulary) } ?? ""
            let padded = kind + String(repeating: " ", count: widest - kind.count)
            let line = "\(day) \(time.day) \(time.hourAndMinute)  \(padded)  "
            table += TerminalText.fitted(line + notification.text(in: words), cells: columns) + "\n"
        }
    }
}
