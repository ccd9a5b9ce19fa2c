import OrbitModels
import Validation

extension ContractArea {
    /// The area of `Docs/openapi/common.yaml`.
    static let common = {
        let failure = FieldFailure(
            path: "bio", code: .tooLong, severity: .warn, parameters: ["max": 500, "unit": "characters"])
        let problem = Problem(
            code: .invalidInput, message: "No.", fields: [failure], retryAfter: 1, details: ["attempts_left": 2])
        return ContractArea(
            words: [ProblemCode.self],
            full: [
                ("MessageData", MessageData(message: "Done.")), ("FieldFailure", failure),
                ("Problem", Envelope<MessageData>.failure(problem)),
            ])
    }()
}
