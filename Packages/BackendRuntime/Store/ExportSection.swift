/// A section of an export, with the description of its elements.
///
/// The table in `Docs/export.md` is generated from the sections of this repository.
public struct ExportSection: Hashable, Sendable {
    /// The name of the list in the archive.
    package let name: String
    /// The client module to which the elements belong.
    package let module: String
    /// The description of an element, in Markdown.
    package let element: String

    /// Creates a section.
    ///
    /// - Parameters:
    ///   - name: The name of the list in the archive, in snake case. No other feature exports records under it.
    ///   - module: The client module to which the elements belong.
    ///   - element: The description of an element in one line of Markdown, without `|`.
    public init(_ name: String, of module: String, _ element: String) {
        (self.name, self.module, self.element) = (name, module, element)
    }
}
