import OrbitModels

/// A violated rule, not yet assigned to a field.
struct RuleViolation: Error {
    let code: FailureCode
    var parameters: [String: ParameterValue] = [:]

    static func tooLong(_ bytes: Int) -> RuleViolation {
        RuleViolation(code: .tooLong, parameters: ["max": .integer(bytes), "unit": "bytes"])
    }

    func at(_ path: String) -> ValidationError {
        .invalid([FieldFailure(path: path, code: code, parameters: parameters)])
    }
}
