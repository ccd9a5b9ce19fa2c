/// The names of the days of the week, for writing and reading hours as text.
public struct WeekdayNames: Hashable, Sendable {
    fileprivate let short: [String]
    fileprivate let long: [String]

    /// Creates the names from two lists that begin with Monday. Returns `nil` unless both lists have seven names.
    public init?(short: [String], long: [String]) {
        guard short.count == 7, long.count == 7 else { return nil }
        self.init(sevenShort: short, sevenLong: long)
    }

    private init(sevenShort: [String], sevenLong: [String]) {
        (short, long) = (sevenShort, sevenLong)
    }

    /// `Mon` and `Monday` to `Sun` and `Sunday`.
    public static let english = WeekdayNames(
        sevenShort: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
        sevenLong: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])

    fileprivate subscript(weekday: Weekday) -> String { short[weekday.rawValue] }

    /// Returns the day whose short name is `word`, or whose long name begins with it. Returns `nil` for a word of one
    /// letter, and for a word that matches several days.
    fileprivate func weekday(named word: String) -> Weekday? {
        let word = word.lowercased()
        guard word.count >= 2 else { return nil }
        let meant = Weekday.allCases.filter {
            short[$0.rawValue].lowercased() == word || long[$0.rawValue].lowercased().hasPrefix(word)
        }
        return meant.count == 1 ? meant[0] : nil
    }
}

extension HourSet {
    /// Returns the hours as text in 24-hour time, such as `Mon, Wed 9–12 · Tue 17–19`. Without hours the text is empty.
    public func text(names: WeekdayNames = .english) -> String {
        groups.map { group in
            let ranges = group.ranges.map { "\($0.start)–\($0.end)" }.joined(separator: ", ")
            return "\(Self.text(group.days, names)) \(ranges)"
        }.joined(separator: " · ")
    }

    /// Parses the format of ``text(names:)`` and looser forms, such as `tue 17-19` and `Mon-Fri 9:00-12:00; sat 22-2`.
    /// Returns `nil` if any part is not understood.
    public init?(_ text: String, names: WeekdayNames = .english) {
        // A text that is understood only in part is refused, because half of the hours would be worse than no hours.
        var tokens = AvailabilityToken.tokens(of: text)[...]
        self.init()
        while !tokens.isEmpty {
            guard let days = Self.days(from: &tokens, names), let ranges = Self.ranges(from: &tokens) else {
                return nil
            }
            for day in days {
                for range in ranges { insert(range, on: day) }
            }
        }
    }

    /// Returns the days as text. Three or more consecutive days are written as a range.
    private static func text(_ days: [Weekday], _ names: WeekdayNames) -> String {
        var rest = days[...]
        var parts: [String] = []
        while let first = rest.first {
            let run = rest.prefix { $0.rawValue - first.rawValue == (rest.firstIndex(of: $0) ?? 0) - rest.startIndex }
            if run.count > 2, let last = run.last {
                parts.append("\(names[first])–\(names[last])")
                rest = rest.dropFirst(run.count)
            } else {
                parts.append(names[first])
                rest = rest.dropFirst()
            }
        }
        return parts.joined(separator: ", ")
    }

    /// Parses one or several days at the front of the tokens. The range from Friday to Monday has four days.
    private static func days(from tokens: inout ArraySlice<AvailabilityToken>, _ names: WeekdayNames) -> [Weekday]? {
        var days: [Weekday] = []
        while case .word(let word) = tokens.first {
            tokens.removeFirst()
            guard let first = names.weekday(named: word) else { return nil }
            var count = 1
            if tokens.first == .dash {
                tokens.removeFirst()
                guard case .word(let word) = tokens.popFirst(), let last = names.weekday(named: word) else {
                    return nil
                }
                count = (last.rawValue - first.rawValue + 7) % 7 + 1
            }
            days += (0..<count).map { Weekday.allCases[(first.rawValue + $0) % 7] }
        }
        return days.isEmpty ? nil : days
    }

    private static func ranges(from tokens: inout ArraySlice<AvailabilityToken>) -> [HourRange]? {
        var ranges: [HourRange] = []
        while case .hour(let start) = tokens.first {
            tokens.removeFirst()
            guard tokens.popFirst() == .dash, case .hour(let end) = tokens.popFirst(),
                let range = HourRange(from: start, to: end)
            else { return nil }
            ranges.append(range)
        }
        return ranges.isEmpty ? nil : ranges
    }
}

private enum AvailabilityToken: Equatable {
    case word(String)
    case hour(Int)
    case dash
    case unknown

    /// Returns the tokens of a text. Spaces, commas, semicolons and dots only separate tokens.
    static func tokens(of text: String) -> [Self] {
        var rest = text[...]
        var tokens: [Self] = []
        while let first = rest.first {
            if first.isLetter {
                let word = rest.prefix(while: \.isLetter)
                tokens.append(.word(String(word)))
                rest = rest.dropFirst(word.count)
            } else if first.isASCII, first.isNumber {
                let clock = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
                tokens.append(hour(clock))
                rest = rest.dropFirst(clock.count)
            } else {
                if "-–—−".contains(first) {
                    tokens.append(.dash)
                } else if !(first.isWhitespace || ",;·.".contains(first)) {
                    tokens.append(.unknown)
                }
                rest = rest.dropFirst()
            }
        }
        return tokens
    }

    /// Returns the hour of `9`, `09` or `09:00`.
    private static func hour(_ text: Substring) -> Self {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let first = parts.first, (1...2).contains(first.utf8.count), let hour = Int(first),
            parts.count == 1 || (parts.count == 2 && parts[1] == "00")
        else { return .unknown }
        return .hour(hour)
    }
}
