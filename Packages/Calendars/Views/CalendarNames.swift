public import OrbitModels

/// The names of days and months, for writing dates.
public struct CalendarNames: Hashable, Sendable {
    /// Monday first; seven.
    public let weekdays: [String]
    /// Monday first; seven.
    public let shortWeekdays: [String]
    /// January first; twelve.
    public let months: [String]
    /// January first; twelve.
    public let shortMonths: [String]

    /// `nil` unless there are seven days and twelve months.
    public init?(weekdays: [String], shortWeekdays: [String], months: [String], shortMonths: [String]) {
        guard weekdays.count == 7, shortWeekdays.count == 7, months.count == 12, shortMonths.count == 12 else {
            return nil
        }
        self.init(checked: weekdays, shortWeekdays, months, shortMonths)
    }

    private init(
        checked weekdays: [String], _ shortWeekdays: [String], _ months: [String], _ shortMonths: [String]
    ) {
        (self.weekdays, self.shortWeekdays) = (weekdays, shortWeekdays)
        (self.months, self.shortMonths) = (months, shortMonths)
    }

    /// `Monday`, `Mon`, `January`, `Jan` and so on.
    public static let english = CalendarNames(
        checked: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
        ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
        [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ],
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])

    /// `Sunday 22 November 2026`.
    public func long(_ day: CalendarDay) -> String {
        "\(weekdays[day.weekday.rawValue]) \(day.day) \(months[day.month - 1]) \(day.year)"
    }

    /// `Sun 22 Nov`.
    public func short(_ day: CalendarDay) -> String {
        "\(shortWeekdays[day.weekday.rawValue]) \(day.day) \(shortMonths[day.month - 1])"
    }
}
