package import Validation

extension EmailAddress {
    /// Equal for addresses of one person: mail to `maya+anything@stanford.edu` ends up with Maya (RFC 5233). Dots and
    /// sub-domains count, as nothing says of a campus that its mail server ignores them.
    package var mailbox: String { Self.withoutTag(text).lowercased() }

    /// The address without its tag. What a sign-in to the account of a mailbox has to prove is that mail to that very
    /// mailbox is read, also where a `+` should be a letter like any other.
    package var withoutTag: EmailAddress {
        (try? EmailAddress(Self.withoutTag(text))) ?? self  // never less than it was
    }

    /// What would be no address without its tag, such as `+maya@stanford.edu`, has none.
    fileprivate static func withoutTag(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@"), let plus = text[..<at].firstIndex(of: "+"), plus != text.startIndex,
            text[text.index(before: plus)] != "."
        else { return text }
        return String(text[..<plus] + text[at...])
    }
}

extension AccountRecord {
    /// Equal for accounts of one person.
    package var mailbox: String { EmailAddress.withoutTag(emailKey) }
}
