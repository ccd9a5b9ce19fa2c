public import OrbitModels

/// A validation rule as a value, shared by client and server.
///
/// Rules are combined in arrays and all are applied, so that every failure is reported at once. Failures name their
/// path relative to the value, so a rule is independent of where the value is.
///
/// ```swift
/// let rules: [Rule<Location>] = [
///     .field("city", { $0.city }, .text(Limits.city)),
///     .ifPresent("state", { $0.state }, .text(Limits.region)),
/// ]
/// rules.failures(in: Location(city: ""))  // city: required
/// ```
public struct Rule<Value>: Sendable {
    private let check: @Sendable (Value) -> [FieldFailure]

    /// Creates a rule from a check whose failures have paths relative to the value; an empty path is the value itself.
    public init(_ check: @escaping @Sendable (Value) -> [FieldFailure]) {
        self.check = check
    }

    /// The failures of the value, in the order of the checks.
    public func failures(in value: Value) -> [FieldFailure] { check(value) }

    /// The same rule with all failures as warnings.
    public var asWarning: Rule {
        Rule { value in
            failures(in: value).map { failure in
                var failure = failure
                failure.severity = .warn
                return failure
            }
        }
    }
}

extension Rule {
    /// A part of the value must satisfy the rules.
    public static func field<Part>(
        _ path: String, _ part: @escaping @Sendable (Value) -> Part, _ rules: Rule<Part>...
    ) -> Rule {
        Rule { rules.failures(in: part($0)).under(path) }
    }

    /// A part must be present and satisfy the rules.
    public static func required<Part>(
        _ path: String, _ part: @escaping @Sendable (Value) -> Part?, _ rules: Rule<Part>...
    ) -> Rule {
        Rule { value in
            guard let part = part(value) else { return [FieldFailure(path: path, code: .required)] }
            return rules.failures(in: part).under(path)
        }
    }

    /// A part may be missing; if present, it must satisfy the rules.
    public static func ifPresent<Part>(
        _ path: String, _ part: @escaping @Sendable (Value) -> Part?, _ rules: Rule<Part>...
    ) -> Rule {
        Rule { value in part(value).map { rules.failures(in: $0).under(path) } ?? [] }
    }

    /// Every element of a list must satisfy the rules.
    public static func each<Element>(
        _ path: String, _ list: @escaping @Sendable (Value) -> [Element], _ rules: Rule<Element>...
    ) -> Rule {
        Rule { value in
            list(value).enumerated().flatMap { rules.failures(in: $1).under("\(path)[\($0)]") }
        }
    }

    /// A list has a number of elements in the range, and the list and every element satisfy the rules. Of a list with too
    /// many elements only the number is checked.
    public static func list<Element>(
        _ path: String, _ list: @escaping @Sendable (Value) -> [Element], count: ClosedRange<Int>,
        whole: Rule<[Element]>..., each: Rule<Element>...
    ) -> Rule {
        Rule { value in
            let elements = list(value)
            let failures = Rule<[Element]>.count(count).failures(in: elements).under(path)
            guard elements.count <= count.upperBound else { return failures }
            return failures + whole.failures(in: elements).under(path)
                + elements.enumerated().flatMap { each.failures(in: $1).under("\(path)[\($0)]") }
        }
    }

    /// Warns if a part is unanswered.
    public static func answered(_ path: String, _ isAnswered: @escaping @Sendable (Value) -> Bool) -> Rule {
        Rule { isAnswered($0) ? [] : [FieldFailure(path: path, code: .leftUnanswered, severity: .warn)] }
    }
}

extension Array {
    /// The failures of the value under all rules.
    public func failures<Value>(in value: Value) -> [FieldFailure] where Element == Rule<Value> {
        flatMap { $0.failures(in: value) }
    }
}

extension [FieldFailure] {
    /// The failures with their paths prefixed by the path of the value.
    public func under(_ path: String) -> [FieldFailure] {
        map { failure in
            var failure = failure
            failure.path =
                failure.path.isEmpty ? path : "\(path)\(failure.path.hasPrefix("[") ? "" : ".")\(failure.path)"
            return failure
        }
    }

    /// The failures that block.
    public var blocking: [FieldFailure] { filter { $0.severity == .block } }

    /// The failures that only warn.
    public var warnings: [FieldFailure] { filter { $0.severity == .warn } }
}
