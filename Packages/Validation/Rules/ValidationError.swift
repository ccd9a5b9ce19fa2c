public import Foundation
public import OrbitModels

/// An error of a value that was refused.
@nonexhaustive
public enum ValidationError: Error, Hashable, Sendable {
    /// All failures of the value, without warnings.
    case invalid([FieldFailure])
    /// The list of universities is not a JSON array.
    case unreadableUniversityList
    /// The list of universities exceeds the maximum number of bytes or entries.
    case universityListTooLarge(maxBytes: Int)

    /// The failures by field; empty if the error does not concern fields.
    public var failures: [FieldFailure] {
        if case .invalid(let failures) = self { failures } else { [] }
    }
}

extension ValidationError: LocalizedError {
    /// A sentence in English that says what to do next.
    public var errorDescription: String? {
        switch self {
        case .invalid(let failures):
            MessageCatalogue.english.message(for: failures)
        case .unreadableUniversityList:
            "The list of universities could not be read. Get a new copy of it."
        case .universityListTooLarge(let maxBytes):
            "The list of universities is too large. Use one of at most \(maxBytes) bytes and 100000 entries."
        }
    }
}

/// A violated rule that is not yet assigned to a field.
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
