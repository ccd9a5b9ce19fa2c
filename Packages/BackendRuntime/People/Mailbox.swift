package import Validation

extension EmailAddress {
    /// The mailbox of the address, equal for addresses of one person. Mail to `maya+anything@stanford.edu` arrives at
    /// Maya's mailbox (RFC 5233). Dots and sub-domains are significant, because no source states that a campus's mail
    /// server ignores them.
    package var mailbox: String { Self.withoutTag(text).lowercased() }

    /// The address without its tag. To sign in to the account of a mailbox, a person has to prove that they read mail
    /// to exactly this mailbox. This also holds for mail servers that treat `+` as an ordinary letter.
    package var withoutTag: EmailAddress {
        (try? EmailAddress(Self.withoutTag(text))) ?? self  // the address itself is always valid
    }

    /// Returns an address without its tag. A text such as `+maya@stanford.edu`, which would not be an address without
    /// its tag, is returned unchanged.
    fileprivate static func withoutTag(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@"), let plus = text[..<at].firstIndex(of: "+"), plus != text.startIndex,
            text[text.index(before: plus)] != "."
        else { return text }
        return String(text[..<plus] + text[at...])
    }
}

extension AccountRecord {
    /// The mailbox of the account, equal for accounts of one person.
    package var mailbox: String { EmailAddress.withoutTag(emailKey) }
}
