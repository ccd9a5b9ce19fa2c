public import OrbitModels

/// A validation rule as a value, shared by client and server.
///
/// Arrays combine rules. All rules of an array are applied, so that every failure is reported at once. Paths of
/// failures are relative to the value, so a rule does not depend on the position of the value.
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

    /// Creates a rule from a check. The paths of its failures are relative to the value, and an empty path is the value
    /// itself.
    public init(_ check: @escaping @Sendable (Value) -> [FieldFailure]) {
        self.check = check
    }

    /// Returns the failures of the value, in the order of the checks.
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
    /// Requires that a part of the value satisfies rules.
    ///
    /// - Parameters:
    ///   - path: The path of the part in failures.
    ///   - part: Returns the part.
    ///   - rules: The rules of the part.
    public static func field<Part>(
        _ path: String, _ part: @escaping @Sendable (Value) -> Part, _ rules: Rule<Part>...
    ) -> Rule {
        Rule { rules.failures(in: part($0)).under(path) }
    }

    /// Requires that a part is present and satisfies rules.
    ///
    /// - Parameters:
    ///   - path: The path of the part in failures.
    ///   - part: Returns the part; `nil` if it is missing.
    ///   - rules: The rules of the part.
    public static func required<Part>(
        _ path: String, _ part: @escaping @Sendable (Value) -> Part?, _ rules: Rule<Part>...
    ) -> Rule {
        Rule { value in
            guard let part = part(value) else { return [FieldFailure(path: path, code: .required)] }
            return rules.failures(in: part).under(path)
        }
    }

    /// Requires that a part satisfies rules if it is present.
    ///
    /// - Parameters:
    ///   - path: The path of the part in failures.
    ///   - part: Returns the part; `nil` if it is missing.
    ///   - rules: The rules of the part.
    public static func ifPresent<Part>(
        _ path: String, _ part: @escaping @Sendable (Value) -> Part?, _ rules: Rule<Part>...
    ) -> Rule {
        Rule { value in part(value).map { rules.failures(in: $0).under(path) } ?? [] }
    }

    /// Requires that every element of a list satisfies rules.
    ///
    /// - Parameters:
    ///   - path: The path of the list in failures.
    ///   - list: Returns the list.
    ///   - rules: The rules of each element.
    public static func each<Element>(
        _ path: String, _ list: @escaping @Sendable (Value) -> [Element], _ rules: Rule<Element>...
    ) -> Rule {
        Rule { value in
            list(value).enumerated().flatMap { rules.failures(in: $1).under("\(path)[\($0)]") }
        }
    }

    /// Requires that a list has a number of elements in the range, and that the list and every element satisfy rules.
    /// If the list has too many elements, only their number is checked.
    ///
    /// - Parameters:
    ///   - path: The path of the list in failures.
    ///   - list: Returns the list.
    ///   - count: The accepted number of elements.
    ///   - whole: The rules of the list.
    ///   - each: The rules of each element.
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
    /// Returns the failures of the value for all rules.
    public func failures<Value>(in value: Value) -> [FieldFailure] where Element == Rule<Value> {
        flatMap { $0.failures(in: value) }
    }
}

extension [FieldFailure] {
    /// Returns the failures with their paths prefixed by the path of the value.
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
