import Foundation
import OrbitModels

/// An email address in one normal form: trimmed, its domain in lower-case A-labels, its local part as typed.
///
/// The local part is an RFC 5322 dot-atom in ASCII: plus tags, dashes and apostrophes are fine. Three
/// things the standards permit are refused: quoted local parts, address literals (`a@[192.0.2.1]`) and
/// local parts outside ASCII. No campus hands them out, and they mostly serve to deceive.
///
/// ```swift
/// let email = try EmailAddress("  Ana.Diaz+orbit@EXACTAS.UBA.AR ")
/// email.text         // "Ana.Diaz+orbit@exactas.uba.ar"
/// email.identityKey  // "ana.diaz+orbit@exactas.uba.ar"
/// ```
public struct EmailAddress: Hashable, Sendable {
    public let localPart: String
    public let domain: DomainName

    /// - Parameter path: The field that failures name.
    public init(_ text: String, at path: String = "email") throws(ValidationError) {
        do {
            try self.init(parsing: TextSafety.trimmed(text))
        } catch {
            throw error.at(path)
        }
    }

    init(localPart: String, domain: DomainName) {
        self.localPart = localPart
        self.domain = domain
    }

    /// The address to send to and to show.
    public var text: String { "\(localPart)@\(domain.ascii)" }

    /// Equal for addresses that are one account. Servers may tell letter case apart, people do not, so
    /// case is folded; plus tags and dots are kept, because they can be different mailboxes.
    public var identityKey: String { text.lowercased() }

    private init(parsing text: String) throws(Fault) {
        guard !text.isEmpty else { throw Fault(code: .required) }
        guard text.utf8.count <= 4 * Limits.email else { throw .tooLong(Limits.email) }
        guard !text.unicodeScalars.contains(where: \.isSpace) else { throw Fault(code: .containsSpace) }
        guard !text.unicodeScalars.contains(where: \.isBlank) else { throw Fault(code: .hiddenCharacters) }
        guard !text.hasPrefix("\"") else { throw Fault(code: .quotedLocalPart) }
        let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count >= 2 else { throw Fault(code: .missingAtSign) }
        guard parts.count == 2 else { throw Fault(code: .severalAtSigns) }
        localPart = try Self.checkedLocalPart(String(parts[0]))
        domain = try DomainName(parsing: String(parts[1]))
        guard self.text.utf8.count <= Limits.email else { throw .tooLong(Limits.email) }
    }

    private static func checkedLocalPart(_ text: String) throws(Fault) -> String {
        guard text.utf8.count <= Limits.emailLocalPart else { throw .tooLong(Limits.emailLocalPart) }
        let atoms = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard atoms.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isAtomText) }) else {
            throw Fault(code: .malformedLocalPart)
        }
        return text
    }
}

extension EmailAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the address, which must not reach a log; use `text` where it is meant.
    public var description: String { "‹email address›" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension UInt8 {
    private static let atomSymbols = Set("!#$%&'*+-/=?^_`{|}~".utf8)

    /// `atext` of RFC 5322, 3.2.3.
    fileprivate var isAtomText: Bool {
        isDigit || isLetter || Self.atomSymbols.contains(self)
    }
}
