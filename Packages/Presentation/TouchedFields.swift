public import OrbitModels

/// The fields whose failures a form shows. A new form shows no failures, because the user has touched no field.
///
/// A field is touched once the user has changed it or left it, and every field once the form was submitted.
///
/// ```swift
/// touched.touch("name")            // the user leaves the field
/// touched.shown(of: failures)      // the failures of touched fields
/// ```
public struct TouchedFields: Hashable, Sendable {
    private var paths: Set<String> = []
    private var isSubmitted = false

    /// Creates the fields of a new form. No field is touched.
    public init() {}

    /// Notes that the user has changed or left a field.
    ///
    /// - Parameter path: The path of its failures. `location` touches all members of the location. `location.city`
    ///   touches the city alone, and shows the failures of the whole location as well.
    public mutating func touch(_ path: String) { paths.insert(path) }

    /// Notes an attempt to submit the form: from now on all failures are shown.
    public mutating func submit() { isSubmitted = true }

    /// Restores the state of a new form.
    public mutating func reset() { self = TouchedFields() }

    /// Whether failures of this path are shown. They are shown for a touched field, for its members, and for the fields
    /// that contain it.
    public func contains(_ path: String) -> Bool {
        isSubmitted || paths.contains { Self.isMember(path, of: $0) || Self.isMember($0, of: path) }
    }

    /// Returns the failures to show.
    public func shown(of failures: [FieldFailure]) -> [FieldFailure] { failures.filter { contains($0.path) } }

    /// Whether a path is that of a field or of a member of the field. For example, `interests[3].label` is the path of
    /// a member of `interests`.
    private static func isMember(_ path: String, of field: String) -> Bool {
        path == field || path.hasPrefix(field + ".") || path.hasPrefix(field + "[")
    }
}
