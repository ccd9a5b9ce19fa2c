import Foundation
public import OrbitModels

/// An email address in normal form. It is trimmed, the domain has lower-case A-labels, and the local part stays as
/// typed.
///
/// The local part is an RFC 5322 dot-atom in ASCII, so plus tags, dashes and apostrophes are valid. Three forms of the
/// standards are refused: quoted local parts, address literals (`a@[192.0.2.1]`) and local parts outside ASCII. No
/// campus assigns them, and they are mostly used to deceive.
///
/// ```swift
/// let email = try EmailAddress("  Ana.Diaz+orbit@EXACTAS.UBA.AR ")
/// email.text         // "Ana.Diaz+orbit@exactas.uba.ar"
/// email.identityKey  // "ana.diaz+orbit@exactas.uba.ar"
/// ```
public struct EmailAddress: Hashable, Sendable {
    /// The part before the `@`, as typed.
    public let localPart: String
    /// The part after the `@`, in normal form.
    public let domain: DomainName

    /// Parses an address.
    ///
    /// - Parameters:
    ///   - text: The address as typed.
    ///   - path: The path of the field in failures.
    /// - Throws: `ValidationError.invalid` with the reason.
    public init(_ text: String, at path: String = "email") throws(ValidationError) {
        do throws(RuleViolation) {
            guard text.utf8.count <= 4 * Limits.email else { throw .tooLong(Limits.email) }
            try self.init(parsing: TextSafety.trimmed(text))
        } catch {
            throw error.at(path)
        }
    }

    init(localPart: String, domain: DomainName) {
        self.localPart = localPart
        self.domain = domain
    }

    /// The address for sending and display.
    public var text: String { "\(localPart)@\(domain.ascii)" }

    /// A key that is equal for addresses of the same account. It ignores case, because users do not distinguish it,
    /// although servers may. It keeps plus tags and dots, because they can distinguish mailboxes.
    public var identityKey: String { text.lowercased() }

    private init(parsing text: String) throws(RuleViolation) {
        guard !text.isEmpty else { throw RuleViolation(code: .required) }
        guard !text.unicodeScalars.contains(where: \.isSpace) else { throw RuleViolation(code: .containsSpace) }
        guard !text.unicodeScalars.contains(where: \.isBlank) else { throw RuleViolation(code: .hiddenCharacters) }
        guard !text.hasPrefix("\"") else { throw RuleViolation(code: .quotedLocalPart) }
        let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count >= 2 else { throw RuleViolation(code: .missingAtSign) }
        guard parts.count == 2 else { throw RuleViolation(code: .severalAtSigns) }
        localPart = try Self.checkedLocalPart(String(parts[0]))
        domain = try DomainName(parsing: String(parts[1]))
        guard self.text.utf8.count <= Limits.email else { throw .tooLong(Limits.email) }
    }

    private static func checkedLocalPart(_ text: String) throws(RuleViolation) -> String {
        guard text.utf8.count <= Limits.emailLocalPart else { throw .tooLong(Limits.emailLocalPart) }
        let atoms = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // Many programs would treat an address with a leading hyphen as an option.
        guard atoms.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isAtomText) }), !text.hasPrefix("-") else {
            throw RuleViolation(code: .malformedLocalPart)
        }
        return text
    }
}

extension EmailAddress: Redacted {
    /// A placeholder, because the address must not reach a log. Use ``text`` to show the address.
    public var description: String { "‹email address›" }
}

extension UInt8 {
    private static let atomSymbols = Set("#$&'*+-/=?^_`{|}~".utf8)

    /// Whether the byte is an `atext` of RFC 5322, 3.2.3, except `%` and `!`. Mail servers used these two to forward
    /// mail.
    fileprivate var isAtomText: Bool {
        isDigit || isLetter || Self.atomSymbols.contains(self)
    }
}
