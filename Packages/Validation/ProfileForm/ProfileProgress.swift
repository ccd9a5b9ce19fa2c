public import OrbitModels

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
