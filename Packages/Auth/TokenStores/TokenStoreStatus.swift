public import OrbitModels

/// Where and how safely a session is stored, for display to the user.
public struct TokenStoreStatus: Hashable, Sendable {
    /// How a session is protected, the weakest first.
    @nonexhaustive
    public enum Grade: Hashable, Sendable {
        /// Plain text in a file that only this user can open. It does not protect against other programs of the same
        /// user, nor against a person with a backup or the disk.
        case privateFile
        /// In the memory of this process.
        case processMemory
        /// Encrypted by the system with a key that stays on the device.
        case keychain
    }

    /// The protection.
    public let grade: Grade

    /// The path of a file store; otherwise nil.
    public let path: String?

    /// Creates a status.
    public init(grade: Grade, path: String? = nil) {
        self.grade = grade
        self.path = path
    }

    /// Whether the tokens are encrypted at rest.
    public var isSealed: Bool { grade == .keychain }

    /// A sentence for the user.
    public func explanation(in words: Words) -> String { words(grade) }

    /// The same in English.
    public var explanation: String { explanation(in: .english) }
}
