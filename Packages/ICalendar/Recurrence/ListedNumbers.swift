import OrbitModels

extension RulePeriods {
    /// The numbers of a rule's list, those from 1 on and those from -1 back. To look one up takes the same time however
    /// long the list is, so that no rule makes a period dearer than another.
    struct ListedNumbers {
        /// By number; the first element stands for 0, which is in no list.
        private let fromStart: [Bool]
        private let fromEnd: [Bool]
        let isEmpty: Bool

        /// - Parameter limit: The largest number that a list may hold.
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

        /// Whether the list names a number from 1 to `count`, or the same one counted from the end.
        func contains(_ number: Int, of count: Int) -> Bool {
            let back = count + 1 - number
            return fromStart.indices.contains(number) && fromStart[number]
                || fromEnd.indices.contains(back) && fromEnd[back]
        }
    }

    /// The days of the week that a rule names, with or without a number.
    struct ListedWeekdays {
        /// By day of the week, 0 is Monday.
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

        /// Whether the list names a day of the week without a number.
        func contains(_ weekday: Int) -> Bool { each[weekday] }

        /// Whether the list names a day of a month or year.
        ///
        /// - Parameters:
        ///   - offset: Days since the first of the month or year.
        ///   - length: Of the month or year in days.
        func contains(_ weekday: Int, at offset: Int, of length: Int) -> Bool {
            if each[weekday] { return true }
            let list = numbered[weekday]
            return !list.isEmpty && list.contains(offset / 7 + 1, of: (length - 1 - offset % 7) / 7 + 1)
        }
    }
}
