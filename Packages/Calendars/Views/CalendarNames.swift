public import OrbitModels

/// The names of days and months for dates. The property `LocalizedStrings.calendarNames` has the names of a front end.
public struct CalendarNames: Hashable, Sendable {
    /// The seven days of the week, from Monday.
    public let weekdays: [String]
    /// The seven short names of the days of the week, from Monday.
    public let shortWeekdays: [String]
    /// The twelve months, from January.
    public let months: [String]
    /// The twelve short names of the months, from January.
    public let shortMonths: [String]

    /// Creates names. The result is `nil` unless there are seven days and twelve months.
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

    /// The English names, such as `Monday`, `Mon`, `January` and `Jan`.
    public static let english = LocalizedStrings.english.calendarNames

    /// Returns a date such as `Sunday 22 November 2026`.
    public func long(_ day: CalendarDay) -> String {
        "\(weekdays[day.weekday.rawValue]) \(day.day) \(months[day.month - 1]) \(day.year)"
    }

    /// Returns a date such as `Sun 22 Nov`.
    public func short(_ day: CalendarDay) -> String {
        "\(shortWeekdays[day.weekday.rawValue]) \(day.day) \(shortMonths[day.month - 1])"
    }
}

extension CalendarNames {
    /// The names of months, as in `22 November 2026`.
    public static let monthVocabulary = Vocabulary(
        "month",
        [
            "jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May", "jun": "June",
            "jul": "July", "aug": "August", "sep": "September", "oct": "October", "nov": "November",
            "dec": "December",
        ])

    /// The short names of months, as in `22 Nov`.
    public static let shortMonthVocabulary = Vocabulary(
        "month_short",
        [
            "jan": "Jan", "feb": "Feb", "mar": "Mar", "apr": "Apr", "may": "May", "jun": "Jun", "jul": "Jul",
            "aug": "Aug", "sep": "Sep", "oct": "Oct", "nov": "Nov", "dec": "Dec",
        ])

    /// The keys of both vocabularies, from January.
    fileprivate static let monthCodes = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}

extension LocalizedStrings {
    /// The names of days and months. They come from `Weekday.vocabulary`, `Weekday.shortVocabulary`,
    /// ``CalendarNames/monthVocabulary`` and ``CalendarNames/shortMonthVocabulary``.
    public var calendarNames: CalendarNames {
        func names(_ codes: [String], in vocabulary: Vocabulary) -> [String] {
            codes.map { sentence($0, in: vocabulary) }
        }
        let (days, months) = (Weekday.allCases.map(\.localizationCode), CalendarNames.monthCodes)
        return CalendarNames(
            checked: names(days, in: Weekday.vocabulary), names(days, in: Weekday.shortVocabulary),
            names(months, in: CalendarNames.monthVocabulary), names(months, in: CalendarNames.shortMonthVocabulary))
    }
}
