public import OrbitModels

extension AuthError: TranslatableError {
    /// The sentences for requests without a session.
    public static let vocabulary = Vocabulary(
        "auth_error",
        [
            "signed_out": "You are signed out. Sign in to go on.",
            "session_ended": "Your session has ended. Sign in again to go on.",
            "session_unreadable":
                "The app cannot read your sign-in right now. Unlock the device and try again.",
        ])

    /// Returns a sentence that says what to do next.
    public func message(in words: LocalizedStrings) -> String {
        switch self {
        case .signedOut: words.sentence("signed_out", in: Self.vocabulary)
        case .sessionEnded: words.sentence("session_ended", in: Self.vocabulary)
        case .sessionUnreadable: words.sentence("session_unreadable", in: Self.vocabulary)
        }
    }
}

extension TokenStoreError: TranslatableError {
    /// The sentences of token stores, for front ends that are not in English. The reasons of the stores are in English.
    public static let vocabulary = Vocabulary(
        "token_store_error",
        [
            "unavailable": "The app cannot store or read your sign-in right now. Unlock the device and try again.",
            "insecure": "Your stored sign-in is not safe. Sign in again.",
            "corrupt": "Your stored sign-in is damaged. Sign in again.",
        ])

    /// Returns the front end's own sentence, or the store's English reason.
    public func message(in words: LocalizedStrings) -> String {
        switch self {
        case .unavailable(let reason): words.own("unavailable", in: Self.vocabulary) ?? reason
        case .insecure(let reason): words.own("insecure", in: Self.vocabulary) ?? reason
        case .corrupt(let reason): words.own("corrupt", in: Self.vocabulary) ?? reason
        }
    }
}

extension TokenStoreStatus.ProtectionLevel: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "token_store",
        [
            "private_file": "You stay signed in through a file that only your user can read. It is not encrypted.",
            "process_memory": "You stay signed in until the app quits. Nothing is stored.",
            "keychain": "You stay signed in through the system's keychain, encrypted on this device.",
        ])

    /// The code of the value in its vocabulary.
    public var localizationCode: String {
        switch self {
        case .privateFile: "private_file"
        case .processMemory: "process_memory"
        case .keychain: "keychain"
        }
    }
}

extension SessionState {
    /// Returns the front end's own sentence for an unreadable session, or the store's reason. Returns `nil` in all
    /// other states.
    public func messageIfUnreadable(in words: LocalizedStrings) -> String? {
        guard case .unreadable(let reason) = self else { return nil }
        return words.own("session_unreadable", in: AuthError.vocabulary) ?? reason
    }
}

extension Vocabulary {
    /// The sentences of the sign-in screen. `did_you_mean` has the parameter `email`.
    ///
    /// `code_sent` and `code_may_be_withheld` have the parameter `minutes`, the lifetime of the code. The server's own
    /// sentence replaces their English texts.
    public static let signIn = Vocabulary(
        "sign_in",
        [
            "did_you_mean": "Did you mean {email}?",
            "code_sent": "We have sent you a code. It is valid for {minutes} minutes.",
            "code_may_be_withheld": """
            People on your network have requested too many codes, so yours may not arrive. Wait a minute. Then request \
            another code, or use another network.
            """,
        ])

    /// The vocabularies of this module.
    public static let auth = [
        AuthError.vocabulary, TokenStoreError.vocabulary, TokenStoreStatus.ProtectionLevel.vocabulary, signIn,
        SignOutCause.vocabulary,
    ]
}
