import OrbitModels

extension RulePeriods {
    /// The numbers of a rule's list, positive and negative.
    ///
    /// A lookup takes constant time for lists of any length, so that every period costs the same for every rule.
    struct ListedNumbers {
        /// Whether the list contains each positive number. The first element is for 0, which no list contains.
        private let fromStart: [Bool]
        private let fromEnd: [Bool]
        let isEmpty: Bool

        /// Creates the numbers of a list.
        ///
        /// - Parameters:
        ///   - numbers: The list.
        ///   - limit: The largest number that the list may contain.
        init(_ numbers: [Int], upTo limit: Int) {
            var (fromStart, fromEnd) = (
                Array(repeating: false, count: limit + 1), Array(repeating: false, count: limit + 1)
            )
            for number in numbers where number != 0 && abs(number) <= limit {
                if number > 0 { fromStart[number] = true } else { fromEnd[-number] = true }
            }
            (self.fromStart, self.fromEnd) = (fromStart, fromEnd)
            isEmpty = numbers.isEmpty
        }

        /// Whether the list contains a number from 1 to `count`, or the same number counted from the end.
        func contains(_ number: Int, of count: Int) -> Bool {
            let back = count + 1 - number
            return fromStart.indices.contains(number) && fromStart[number]
                || fromEnd.indices.contains(back) && fromEnd[back]
        }
    }

    /// The days of the week of a rule, with or without a number.
    struct ListedWeekdays {
        /// Whether the list contains each day of the week without a number. Index 0 is Monday.
        private var each = Array(repeating: false, count: 7)
        private var numbered: [ListedNumbers]
        let isEmpty: Bool

        init(_ days: [RecurrenceRule.DayOfWeek]) {
            numbered = (0..<7).map { weekday in
                ListedNumbers(days.filter { $0.weekday.rawValue == weekday }.compactMap(\.ordinal), upTo: 53)
            }
            for day in days where day.ordinal == nil { each[day.weekday.rawValue] = true }
            isEmpty = days.isEmpty
        }

        /// Whether the list contains a day of the week without a number.
        func contains(_ weekday: Int) -> Bool { each[weekday] }

        /// Whether the list contains a day of a month or year.
        ///
        /// - Parameters:
        ///   - weekday: The day of the week. 0 is Monday.
        ///   - offset: The number of days since the first day of the month or year.
        ///   - length: The number of days of the month or year.
        func contains(_ weekday: Int, at offset: Int, of length: Int) -> Bool {
            if each[weekday] { return true }
            let list = numbered[weekday]
            return !list.isEmpty && list.contains(offset / 7 + 1, of: (length - 1 - offset % 7) / 7 + 1)
        }
    }
}
