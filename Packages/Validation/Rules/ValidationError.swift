public import Foundation
public import OrbitModels

/// Why a value was refused as a whole.
@nonexhaustive
public enum ValidationError: Error, Hashable, Sendable {
    /// Every rule that the value breaks, warnings left out.
    case invalid([FieldFailure])
    /// The list of universities is not a JSON array.
    case unreadableUniversityList

    /// What is wrong, field by field; empty where the error is not about fields.
    public var failures: [FieldFailure] {
        if case .invalid(let failures) = self { failures } else { [] }
    }
}

extension ValidationError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .invalid(let failures):
            MessageCatalogue.english.message(for: failures)
        case .unreadableUniversityList:
            "The list of universities could not be read. Get a new copy of it."
        }
    }
}
