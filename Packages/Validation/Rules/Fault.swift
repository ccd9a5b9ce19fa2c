import OrbitModels

/// A broken rule on its way to becoming a failure of some field.
struct Fault: Error {
    let code: FailureCode
    var parameters: [String: ParameterValue] = [:]

    static func tooLong(_ bytes: Int) -> Fault {
        Fault(code: .tooLong, parameters: ["max": .integer(bytes), "unit": "bytes"])
    }

    func at(_ path: String) -> ValidationError {
        .invalid([FieldFailure(path: path, code: code, parameters: parameters)])
    }
}
