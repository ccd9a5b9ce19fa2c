import PageParts

/// Recognizes a form that was sent before, by a second press of its button or after Back.
///
/// Each page writes a number into its forms: how often the form of this path was performed. A form with the same number
/// and the same content as a performed form is a repetition. A form with another content is performed, even if its page
/// is old.
struct RepetitionGuard: Sendable {
    private struct Performed: Hashable {
        let path: String
        let number: Int
        /// The hash of the content, which can contain a photo.
        let content: Int
    }

    private static let maxPerformed = 64

    private var counts: [String: Int] = [:]
    private var performed: [Performed] = []

    /// Returns the number for the form of a path.
    func number(of path: String) -> Int { counts[path] ?? 0 }

    /// Notes a form, and returns whether it is not a repetition.
    mutating func admit(_ path: String, _ form: FormFields) -> Bool {
        let form = Performed(path: path, number: form.integer("n") ?? 0, content: form.hashValue)
        guard !performed.contains(form) else { return false }
        performed.append(form)
        if performed.count > Self.maxPerformed { performed.removeFirst() }
        counts[path, default: 0] += 1
        if counts.count > 4 * Self.maxPerformed {
            // Without the counts, the numbers of the performed forms would be used again.
            (counts, performed) = ([path: counts[path] ?? 1], [form])
        }
        return true
    }
}
