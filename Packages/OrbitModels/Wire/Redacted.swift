/// A value that may reach a log though what it holds may not: whoever prints, dumps or reflects it sees its `description`
/// alone.
///
/// ```swift
/// struct Note: Redacted {
///     let text: String
///     var description: String { "‹note›" }
/// }
/// ```
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
