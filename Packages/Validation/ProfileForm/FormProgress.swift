public import OrbitModels

/// What remains to do in a step of the form.
public struct FormProgress: Hashable, Sendable {
    /// The step.
    public let step: ProfileStep
    /// All failures, blocking or not, in the order of the form.
    public let failures: [FieldFailure]

    /// The failures that block the step.
    public var blocking: [FieldFailure] { failures.blocking }

    /// The failures that do not block the step.
    public var warnings: [FieldFailure] { failures.warnings }

    /// The paths of fields that are missing or incomplete rather than invalid.
    public var missing: [String] {
        blocking.filter { $0.code == .required || $0.code == .tooFew }.map(\.path)
    }

    /// The path of the field to focus.
    public var firstInvalidField: String? { blocking.first?.path }

    /// Whether nothing blocks the step.
    public var isComplete: Bool { blocking.isEmpty }
}
