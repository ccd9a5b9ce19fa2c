import OrbitModels
import PageParts

/// The fields of forms. Each has a label and, after a failure, a message that assistive technology reads with it.
extension PageVisit {
    /// The id of a field. Several forms of a page may have fields of the same name.
    private func id(_ name: String) -> String { scope.isEmpty ? name : "\(scope)-\(name)" }

    /// Returns the visit for a form among several forms with the same fields.
    ///
    /// - Parameter scope: The start of the ids of the fields, unique on the page.
    func scoped(by scope: String) -> PageVisit {
        var visit = self
        visit.scope = scope
        return visit
    }

    /// The attributes of a field with a message or a hint.
    private func described(_ id: String, problem: String?, hint: String?) -> Markup {
        let ids = [hint == nil ? nil : "\(id)-hint", problem == nil ? nil : "\(id)-problem"].compactMap { $0 }
        guard !ids.isEmpty else { return .empty }
        let invalid: Markup = problem == nil ? "" : " aria-invalid=\"true\""
        return "\(invalid) aria-describedby=\(ids.joined(separator: " "))"
    }

    private func hintText(_ hint: String?, _ id: String) -> Markup {
        guard let hint else { return .empty }
        return "<p class=\"hint\" id=\("\(id)-hint")>\(hint)</p>"
    }

    /// A field for one line.
    ///
    /// - Parameters:
    ///   - label: The label.
    ///   - name: The name of the field, also its id.
    ///   - value: The present value.
    ///   - type: The type of the input.
    ///   - hint: A text under the label.
    ///   - problem: A message about the value.
    ///   - attributes: Further attributes, such as `required`.
    func field(
        _ label: String, _ name: String, _ value: String, type: String = "text", hint: String? = nil,
        problem: String? = nil, attributes: Markup = .empty
    ) -> Markup {
        """
        <div class="field">
        <label for=\(id(name))>\(label)</label>
        \(hintText(hint, id(name)))
        <input type=\(type) id=\(id(name)) name=\(name) value=\(value)\
        \(described(id(name), problem: problem, hint: hint))\(attributes)>
        \(self.problem(problem, id: id(name)))
        </div>

        """
    }

    /// A field for several lines.
    func textArea(
        _ label: String, _ name: String, _ value: String, maxLength: Int, hint: String? = nil, problem: String? = nil
    ) -> Markup {
        """
        <div class="field">
        <label for=\(id(name))>\(label)</label>
        \(hintText(hint, id(name)))
        <textarea id=\(id(name)) name=\(name) maxlength=\(maxLength) dir="auto"\
        \(described(id(name), problem: problem, hint: hint))>
        \(value)</textarea>
        \(self.problem(problem, id: id(name)))
        </div>

        """
    }

    /// A list of options to choose one.
    ///
    /// - Parameter options: The values with their titles.
    func select(
        _ label: String, _ name: String, _ value: String, _ options: [(value: String, title: String)],
        hint: String? = nil, problem: String? = nil
    ) -> Markup {
        let items = options.map { option -> Markup in
            "<option value=\(option.value)\("selected", if: option.value == value)>\(option.title)</option>"
        }
        return """
            <div class="field">
            <label for=\(id(name))>\(label)</label>
            \(hintText(hint, id(name)))
            <select id=\(id(name)) name=\(name)\(described(id(name), problem: problem, hint: hint))>\(items)</select>
            \(self.problem(problem, id: id(name)))
            </div>

            """
    }

    /// A box to check.
    func checkbox(_ label: String, _ name: String, _ value: String = "1", isOn: Bool, style: String = "choice")
        -> Markup
    {
        """
        <label class=\(style)><input type="checkbox" name=\(name) value=\(value)\("checked", if: isOn)> \(label)</label>

        """
    }

    /// A group of boxes or buttons with a common label.
    ///
    /// - Parameters:
    ///   - legend: The label of the group.
    ///   - name: The name of the fields.
    ///   - options: The values with their titles.
    ///   - chosen: The chosen values.
    ///   - isSingle: Whether only one value can be chosen.
    func choices(
        _ legend: String, _ name: String, _ options: [(value: String, title: String)], chosen: Set<String>,
        isSingle: Bool = false, hint: String? = nil, problem: String? = nil
    ) -> Markup {
        let type = isSingle ? "radio" : "checkbox"
        let items = options.map { option -> Markup in
            """
            <label class="chip"><input type=\(type) name=\(name) value=\(option.value)\
            \("checked", if: chosen.contains(option.value))> \(option.title)</label>
            """
        }
        return """
            <fieldset\(described(id(name), problem: problem, hint: hint))>
            <legend>\(legend)</legend>
            \(hintText(hint, id(name)))
            <div class="choices">\(items)</div>
            \(self.problem(problem, id: id(name)))
            </fieldset>

            """
    }

    /// Returns known values of an open enumeration as options, in the words of the language.
    func options<Value: OpenEnum & LocalizedTextConvertible>(
        _ values: [Value], none: String? = nil
    ) -> [(value: String, title: String)] {
        let all = values.map { (value: $0.rawValue, title: words($0)) }
        return none.map { [(value: "", title: $0)] + all } ?? all
    }
}
