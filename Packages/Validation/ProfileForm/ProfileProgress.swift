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

/// What is left to do in the whole form, by step; from this side's rules or from the server's answer.
///
/// ```swift
/// let progress = ProfileProgress(problem.fields)  // after the server refused
/// if let step = progress.firstIncompleteStep { show(step, progress[step].blocking) }
/// ```
public struct ProfileProgress: Hashable, Sendable {
    /// All five, in order.
    public let steps: [FormProgress]
    /// Failures of fields that no step asks for: to be shown for the form as a whole.
    public let elsewhere: [FieldFailure]

    public init(_ failures: [FieldFailure]) {
        let byStep = Dictionary(grouping: failures) { ProfileStep(path: $0.path) }
        steps = ProfileStep.allCases.map { FormProgress(step: $0, failures: byStep[$0] ?? []) }
        elsewhere = byStep[nil] ?? []
    }

    public subscript(step: ProfileStep) -> FormProgress {
        steps.first { $0.step == step } ?? FormProgress(step: step, failures: [])
    }

    public var firstIncompleteStep: ProfileStep? { steps.first { !$0.isComplete }?.step }

    public var isComplete: Bool { firstIncompleteStep == nil && elsewhere.blocking.isEmpty }
}
