public import OrbitModels

/// The open failures of the whole form by step, from local rules or from the server's response.
///
/// ```swift
/// let progress = ProfileProgress(problem.fields)  // after the server refused
/// if let step = progress.firstIncompleteStep { show(step, progress[step].blocking) }
/// ```
public struct ProfileProgress: Hashable, Sendable {
    /// All five steps, in order.
    public let steps: [StepProgress]
    /// The failures of fields that belong to no step. Show them for the whole form.
    public let elsewhere: [FieldFailure]

    /// Groups failures by step.
    public init(_ failures: [FieldFailure]) {
        let byStep = Dictionary(grouping: failures) { ProfileStep(path: $0.path) }
        steps = ProfileStep.allCases.map { StepProgress(step: $0, failures: byStep[$0] ?? []) }
        elsewhere = byStep[nil] ?? []
    }

    /// The progress of a step.
    public subscript(step: ProfileStep) -> StepProgress {
        steps.first { $0.step == step } ?? StepProgress(step: step, failures: [])
    }

    /// The first step with a blocking failure.
    public var firstIncompleteStep: ProfileStep? { steps.first { !$0.isComplete }?.step }

    /// Whether no failure blocks the form.
    public var isComplete: Bool { firstIncompleteStep == nil && elsewhere.blocking.isEmpty }
}

/// The open failures of a step of the form.
public struct StepProgress: Hashable, Sendable {
    /// The step.
    public let step: ProfileStep
    /// All failures, blocking or not, in the order of the form.
    public let failures: [FieldFailure]

    /// The failures that block the step.
    public var blocking: [FieldFailure] { failures.blocking }

    /// The failures that do not block the step.
    public var warnings: [FieldFailure] { failures.warnings }

    /// The paths of fields that are missing or incomplete, but not invalid.
    public var missing: [String] {
        blocking.filter { $0.code == .required || $0.code == .tooFew }.map(\.path)
    }

    /// The path of the first field to correct.
    public var firstInvalidField: String? { blocking.first?.path }

    /// Whether no failure blocks the step.
    public var isComplete: Bool { blocking.isEmpty }
}
