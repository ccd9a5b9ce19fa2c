import Foundation
import OrbitModels

/// A host name of at least two labels in normal form: lower case, A-labels (`xn--…`) and no trailing dot.
///
/// Letters outside ASCII are not mapped. The parser refuses characters that IDNA 2008 (RFC 5892) calls unstable, such
/// as full-width or circled letters. It also refuses labels that mix look-alike scripts, and names that violate the
/// Bidi rule (RFC 5893).
public struct DomainName: Hashable, Sendable {
    /// The normal form, at most 253 octets.
    public let ascii: String

    /// Parses a host name. Returns `nil` if it is malformed or too long, mixes look-alike scripts or violates the Bidi
    /// rule.
    public init?(_ text: String) {
        guard let name = try? DomainName(parsing: text) else { return nil }  // the reason is not needed
        self = name
    }

    init(parsing text: String) throws(RuleViolation) {
        guard text.utf8.count <= 4 * Limits.domain else { throw .tooLong(Limits.domain) }
        var labels: [String] = []
        for label in text.split(separator: ".", omittingEmptySubsequences: false) {
            labels.append(try Self.label(label))
        }
        guard labels.count >= 2, let top = labels.last, top.utf8.count >= 2, !top.utf8.allSatisfy(\.isDigit) else {
            throw RuleViolation(code: .malformedDomain)
        }
        if labels.contains(where: { $0.hasPrefix("xn--") }) {
            let unicode = labels.map { Self.decoded($0[...]) ?? $0 }
            guard BidiRule.isSatisfied(by: unicode) else { throw RuleViolation(code: .malformedDomain) }
        }
        ascii = labels.joined(separator: ".")
        guard ascii.utf8.count <= Limits.domain else { throw .tooLong(Limits.domain) }
    }

    /// The name with A-labels decoded to Unicode, for display.
    public var display: String {
        labels.map { Self.decoded($0) ?? String($0) }.joined(separator: ".")
    }

    var labels: [Substring] { ascii.split(separator: ".") }

    /// The name and its parent domains, the most specific first: `cs.yale.edu`, `yale.edu`, `edu`.
    var lineage: some Sequence<String> {
        sequence(first: ascii[...]) { name in
            name.firstIndex(of: ".").map { name[name.index(after: $0)...] }
        }.lazy.map { String($0) }
    }

    var isInternationalized: Bool { labels.contains { $0.hasPrefix("xn--") } }

    private static func label(_ text: Substring) throws(RuleViolation) -> String {
        let label = text.utf8.allSatisfy { $0 < 0x80 } ? text.lowercased() : try encoded(text)
        guard label.utf8.count <= Limits.domainLabel else { throw .tooLong(Limits.domainLabel) }
        guard let first = label.utf8.first, let last = label.utf8.last, first != .hyphen, last != .hyphen,
            label.utf8.allSatisfy({ $0 == .hyphen || $0.isDigit || $0.isLowercaseLetter })
        else { throw RuleViolation(code: .malformedDomain) }
        if label.dropFirst(2).hasPrefix("--") {
            guard let decoded = decoded(label[...]), try encoded(decoded[...]) == label else {
                throw RuleViolation(code: .malformedDomain)
            }
        }
        return label
    }

    /// The Unicode form of an A-label.
    private static func decoded(_ label: Substring) -> String? {
        guard label.hasPrefix("xn--") else { return nil }
        return Punycode.decode(label.dropFirst(4)).map { String(String.UnicodeScalarView($0)) }
    }

    private static func encoded(_ text: Substring) throws(RuleViolation) -> String {
        let label = text.lowercased().precomposedStringWithCanonicalMapping
        guard label.unicodeScalars.count <= Limits.domainLabel else { throw .tooLong(Limits.domainLabel) }
        guard !TextSafety.mixesScripts(label) else { throw RuleViolation(code: .mixedScripts) }
        guard label.unicodeScalars.contains(where: { !$0.isASCII }),
            label.unicodeScalars.allSatisfy({ $0 == "-" || $0.belongsToWord }),
            label.precomposedStringWithCompatibilityMapping == label,
            label.unicodeScalars.first?.isMark == false, !label.hasPrefix("-"),
            !label.hasSuffix("-")
        else { throw RuleViolation(code: .malformedDomain) }
        return "xn--" + Punycode.encode(Array(label.unicodeScalars))
    }
}

extension DomainName: CustomStringConvertible {
    /// The normal form.
    public var description: String { ascii }
}
