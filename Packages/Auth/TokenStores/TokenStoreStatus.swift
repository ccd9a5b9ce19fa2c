/// Where a session is kept, and how well, for a person who asks.
public struct TokenStoreStatus: Hashable, Sendable {
    /// The weakest protection first.
    @nonexhaustive
    public enum Grade: Hashable, Sendable {
        /// Plain text in a file that the system opens for this user only. It does not stop other programs
        /// of the same user, nor whoever holds a backup or the disk.
        case privateFile
        /// In the memory of this process, and gone with it.
        case processMemory
        /// Encrypted by the system, with a key that the device keeps.
        case keychain
    }

    public let grade: Grade

    /// Of a file; nil for the others.
    public let path: String?

    public init(grade: Grade, path: String? = nil) {
        self.grade = grade
        self.path = path
    }

    /// Whether the tokens are encrypted where they lie.
    public var isSealed: Bool { grade == .keychain }

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
