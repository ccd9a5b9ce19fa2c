public import OrbitModels

/// What is left to do in one step of the form.
public struct FormProgress: Hashable, Sendable {
    public let step: ProfileStep
    /// Everything there is to say, blocking or not, in the order of the form.
    public let failures: [FieldFailure]

    /// What keeps the step from being left.
    public var blocking: [FieldFailure] { failures.blocking }

    public var warnings: [FieldFailure] { failures.warnings }

    /// The fields that still lack something, rather than having something wrong.
    public var missing: [String] {
        blocking.filter { $0.code == .required || $0.code == .tooFew }.map(\.path)
    }

    /// Where to put the cursor.
    public var firstInvalidField: String? { blocking.first?.path }

    public var isComplete: Bool { blocking.isEmpty }
}
