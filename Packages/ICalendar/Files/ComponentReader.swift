/// A component of a file with its properties and nested components.
struct Component {
    let name: String
    /// The line of its BEGIN, from 1.
    let line: Int
    var properties: [ContentLine] = []
    var components: [Component] = []
    /// Whether the component is complete. It is not if a limit left out a part of it.
    var isWhole = true

    subscript(name: String) -> ContentLine? { properties.first { $0.name == name } }

    func all(_ name: String) -> [ContentLine] { properties.filter { $0.name == name } }
}

/// A reader that finds the calendars of a file, without recursion and in linear time.
///
/// It skips components and properties with unknown names, and leaves out components that do not end.
struct ComponentReader {
    private static let known: Set<String> = [
        "VCALENDAR", "VEVENT", "VFREEBUSY", "VTIMEZONE", "STANDARD", "DAYLIGHT",
    ]

    private let limits: CalendarLimits
    private let properties: Set<String>
    private var open: [Component] = []
    /// The skipped open components inside the innermost open component.
    private var skipped: [(name: String, line: Int)] = []
    /// The number of open components beyond the maximum depth. Their names are not stored.
    private var tooDeep = 0
    private var count = 0
    private(set) var calendars: [Component] = []
    private(set) var problems: ProblemList

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - properties: The names of the properties to keep.
    ///   - limits: The limits of the work.
    init(_ bytes: [UInt8], properties: Set<String>, limits: CalendarLimits) {
        self.limits = limits
        self.properties = properties
        problems = ProblemList(limit: limits.problems)
        var reader = LineReader(bytes, limit: limits.lineBytes)
        var last = 1
        while let line = reader.next() {
            last = line.number
            read(line)
        }
        while let component = open.popLast() {
            problems.add(.unfinished(component.name), line: component.name == "VCALENDAR" ? last : component.line)
            // Events that end are complete, even if their calendar is not.
            if component.name == "VCALENDAR" { calendars.append(component) }
        }
    }

    private mutating func read(_ line: LineReader.Line) {
        if line.isTooLong { return problems.add(.lineTooLong, line: line.number) }
        if line.hasStrayReturn { return problems.add(.strayCarriageReturn, line: line.number) }
        guard let content = ContentLine(line.bytes, line: line.number) else {
            return problems.add(.malformedLine, line: line.number)
        }
        switch content.name {
        case "BEGIN": begin(content.value.trimmedCapitals, line: line.number)
        case "END": end(content.value.trimmedCapitals, line: line.number)
        default:
            guard skipped.isEmpty, tooDeep == 0, !open.isEmpty, properties.contains(content.name) else { return }
            if !content.isUTF8 { problems.add(.notUTF8, line: line.number) }
            let count = open[open.count - 1].properties.count
            if count < limits.properties {
                open[open.count - 1].properties.append(content)
            } else {
                open[open.count - 1].isWhole = false
                problems.addOnce(.tooMany("properties"), line: line.number)
            }
        }
    }

    private mutating func begin(_ name: String, line: Int) {
        if name == "VEVENT", tooDeep == 0 { resynchronize() }
        guard open.count + skipped.count < limits.depth, tooDeep == 0 else {
            if tooDeep == 0 { problems.add(.tooDeep, line: line) }
            tooDeep += 1
            return
        }
        guard skipped.isEmpty, Self.known.contains(name), isExpected(name) else {
            return skipped.append((name, line))
        }
        let isInZone = open.last?.name == "VTIMEZONE"
        let isTooMany = isInZone && open[open.count - 1].components.count >= limits.observances
        guard count < limits.components, !isTooMany else {
            problems.addOnce(.tooMany(isTooMany ? "observances" : "components"), line: line)
            if isInZone { open[open.count - 1].isWhole = false }
            return skipped.append((name, line))
        }
        count += 1
        open.append(Component(name: name, line: line))
    }

    /// Closes components with a missing or misspelt END, so that they do not contain the events after them.
    ///
    /// A VEVENT is always a direct part of a VCALENDAR (RFC 5545, 3.6).
    private mutating func resynchronize() {
        guard open.first?.name == "VCALENDAR", !skipped.contains(where: { $0.name == "VCALENDAR" }) else { return }
        for component in skipped { problems.add(.unfinished(String(component.name.prefix(40))), line: component.line) }
        for component in open[1...] { problems.add(.unfinished(component.name), line: component.line) }
        skipped = []
        open.removeSubrange(1...)
    }

    /// Whether the innermost open component may contain a component with this name.
    private func isExpected(_ name: String) -> Bool {
        switch name {
        case "VCALENDAR": open.isEmpty
        case "STANDARD", "DAYLIGHT": open.last?.name == "VTIMEZONE"
        default: open.last?.name == "VCALENDAR"
        }
    }

    private mutating func end(_ name: String, line: Int) {
        if tooDeep > 0 {
            tooDeep -= 1
        } else if let index = skipped.lastIndex(where: { $0.name == name }) {
            skipped.removeSubrange(index...)
        } else if let index = open.lastIndex(where: { $0.name == name }) {
            skipped = []
            for component in open[(index + 1)...] {
                problems.add(.unfinished(component.name), line: component.line)
            }
            let ended = open[index]
            open.removeSubrange(index...)
            if open.isEmpty { calendars.append(ended) } else { open[open.count - 1].components.append(ended) }
        } else {
            problems.add(.unexpectedEnd, line: line)
        }
    }
}

/// The problems of a file, up to a limit.
struct ProblemList {
    private let limit: Int
    private var problems: [CalendarProblem] = []
    private var left = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func add(_ kind: CalendarProblem.Kind, line: Int) {
        if problems.count < limit { problems.append(CalendarProblem(line: line, kind: kind)) } else { left += 1 }
    }

    /// Adds a problem, except if the last problem is equal.
    mutating func addOnce(_ kind: CalendarProblem.Kind, line: Int) {
        if problems.last?.kind != kind { add(kind, line: line) }
    }

    /// The problems in the order of their lines, with the number of problems that were not listed.
    var all: [CalendarProblem] {
        var all = problems.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map(\.element)
        if left > 0 { all.append(CalendarProblem(line: all.last?.line ?? 1, kind: .more(left))) }
        return all
    }
}

extension String {
    /// The text in capital letters, without spaces at its ends.
    fileprivate var trimmedCapitals: String {
        guard utf8.first == 0x20 || utf8.last == 0x20 || utf8.last == 0x09 else { return uppercased() }
        return String(drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "\t" }.reversed()).uppercased()
    }
}
