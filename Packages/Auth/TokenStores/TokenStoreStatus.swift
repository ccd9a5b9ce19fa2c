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

    /// A sentence for the user, in English.
    public var explanation: String {
        switch grade {
        case .privateFile:
            "You stay signed in through a file that only your user can read. It is not encrypted."
        case .processMemory:
            "You stay signed in until the app quits. Nothing is stored."
        case .keychain:
            "You stay signed in through the system's keychain, encrypted on this device."
        }
    }
}
