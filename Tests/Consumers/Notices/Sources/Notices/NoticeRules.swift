import Foundation
import OrbitModels
import Validation

/// The limits and rules of notices, the same on the device and the server.
public enum NoticeRules {
    /// The seconds that a notice stays on the board: 30 days.
    public static let lifetime: TimeInterval = 30 * 86_400
    /// The allowed length of the text, on one or more lines.
    public static let text = TextForm(characters: 1...500, bytes: 4_000, lines: .several)
    /// The most notices that a person posts in 24 hours.
    public static let maxPerDay = 5

    private static let rules: [Rule<NoticeRequest>] = [
        Rule { $0.kind.isKnown ? [] : [FieldFailure(path: "kind", code: .unknownValue)] },
        .field("text", { $0.text }, .text(text)),
    ]

    /// The failures of a notice that is to be posted; all of them block.
    public static func failures(in request: NoticeRequest) -> [FieldFailure] { rules.failures(in: request) }
}

/// The body of `POST /notices`.
public struct NoticeRequest: Codable, Hashable, Sendable {
    public var kind: NoticeKind
    public var text: String

    public init(kind: NoticeKind, text: String) { (self.kind, self.text) = (kind, text) }

    /// The request with the text as it is stored.
    public var cleaned: NoticeRequest { NoticeRequest(kind: kind, text: NoticeRules.text.cleaned(text)) }
}
