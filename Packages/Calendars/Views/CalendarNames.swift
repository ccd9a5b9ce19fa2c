public import OrbitModels

/// The names of days and months, for writing dates. `Words.calendarNames` returns the names of a front end.
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

    fileprivate init(
        checked weekdays: [String], _ shortWeekdays: [String], _ months: [String], _ shortMonths: [String]
    ) {
        (self.weekdays, self.shortWeekdays) = (weekdays, shortWeekdays)
        (self.months, self.shortMonths) = (months, shortMonths)
    }

    /// `Monday`, `Mon`, `January`, `Jan` and so on.
    public static let english = Words.english.calendarNames

    /// `Sunday 22 November 2026`.
    public func long(_ day: CalendarDay) -> String {
        "\(weekdays[day.weekday.rawValue]) \(day.day) \(months[day.month - 1]) \(day.year)"
    }

    /// `Sun 22 Nov`.
    public func short(_ day: CalendarDay) -> String {
        "\(shortWeekdays[day.weekday.rawValue]) \(day.day) \(shortMonths[day.month - 1])"
    }
}

extension CalendarNames {
    /// The months, as in `22 November 2026`.
    public static let monthVocabulary = Vocabulary(
        "month",
        [
            "jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May", "jun": "June",
            "jul": "July", "aug": "August", "sep": "September", "oct": "October", "nov": "November",
            "dec": "December",
        ])

    /// The months, as in `22 Nov`.
    public static let shortMonthVocabulary = Vocabulary(
        "month_short",
        [
            "jan": "Jan", "feb": "Feb", "mar": "Mar", "apr": "Apr", "may": "May", "jun": "Jun", "jul": "Jul",
            "aug": "Aug", "sep": "Sep", "oct": "Oct", "nov": "Nov", "dec": "Dec",
        ])

    /// The codes of both vocabularies, January first.
    fileprivate static let monthCodes = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}

extension Words {
    /// The names of days and months, by `Weekday.vocabulary`, `Weekday.shortVocabulary`,
    /// ``CalendarNames/monthVocabulary`` and ``CalendarNames/shortMonthVocabulary``.
    public var calendarNames: CalendarNames {
        func names(_ codes: [String], in vocabulary: Vocabulary) -> [String] {
            codes.map { sentence($0, in: vocabulary) }
        }
        let (days, months) = (Weekday.allCases.map(\.wordCode), CalendarNames.monthCodes)
        return CalendarNames(
            checked: names(days, in: Weekday.vocabulary), names(days, in: Weekday.shortVocabulary),
            names(months, in: CalendarNames.monthVocabulary), names(months, in: CalendarNames.shortMonthVocabulary))
    }
}
