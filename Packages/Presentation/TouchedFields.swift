public import OrbitModels

/// The fields of a form of which failures are shown: a fresh form does not open full of failures.
///
/// A field is touched once the user has changed it or left it, and every field once the form was submitted.
///
/// ```swift
/// touched.touch("name")            // the user leaves the field
/// touched.shown(of: failures)      // the failures of touched fields
/// ```
public struct TouchedFields: Hashable, Sendable {
    private var fields: Set<String> = []
    private var isSubmitted = false

    /// Creates the fields of a fresh form: none is touched.
    public init() {}

    /// Notes that the user has changed or left a field.
    ///
    /// - Parameter path: The path of its failures; `location.city` touches all of `location`.
    public mutating func touch(_ path: String) { fields.insert(Self.field(of: path)) }

    /// Notes an attempt to submit the form: from now on all failures are shown.
    public mutating func submit() { isSubmitted = true }

    /// Begins anew.
    public mutating func reset() { self = TouchedFields() }

    /// Whether failures of this path are shown.
    public func contains(_ path: String) -> Bool { isSubmitted || fields.contains(Self.field(of: path)) }

    /// Returns the failures to show.
    public func shown(of failures: [FieldFailure]) -> [FieldFailure] { failures.filter { contains($0.path) } }

    /// `interests` of `interests[3].label`.
    private static func field(of path: String) -> String { String(path.prefix { $0 != "." && $0 != "[" }) }
}
