import PageParts
import Presentation

/// The blocks that several pages share.
enum PageBlocks {
    /// A form with one button.
    ///
    /// - Parameters:
    ///   - title: The title of the button.
    ///   - action: The path of the form.
    ///   - target: The page to which the form returns.
    ///   - style: The class of the button.
    static func button(_ title: String, _ action: String, from target: String, style: String = "secondary") -> Markup {
        """
        <form method="post" action=\(action) class="inline">
        <input type="hidden" name="from" value=\(target)><button class=\(style)>\(title)</button>
        </form>
        """
    }

    /// A search field with further fields and a button. It is sent by GET, so its result has an address.
    static func search(_ action: String, _ text: String, _ filters: Markup = .empty) -> Markup {
        """
        <form method="get" action=\(action) class="filters card">
        <div class="field"><label for="q">Search</label>
        <input type="search" id="q" name="q" value=\(text) maxlength="200"></div>
        \(filters)
        <button>Show</button>
        </form>
        """
    }

    /// A group of boxes to check.
    static func boxes(_ legend: String, _ name: String, _ options: [(value: String, title: String, isOn: Bool)])
        -> Markup
    {
        let items = options.map { option -> Markup in
            """
            <label class="box"><input type="checkbox" name=\(name) value=\(option.value)\("checked", if: option.isOn)> \
            \(option.title)</label>
            """
        }
        return "<fieldset><legend>\(legend)</legend><div class=\"boxes\">\(items)</div></fieldset>"
    }

    /// A list of options to choose one.
    static func select(
        _ label: String, _ name: String, _ options: [(value: String, title: String)], chosen: String
    ) -> Markup {
        let items = options.map { option -> Markup in
            "<option value=\(option.value)\("selected", if: option.value == chosen)>\(option.title)</option>"
        }
        return """
            <div class="field"><label for=\(name)>\(label)</label>
            <select id=\(name) name=\(name)>\(items)</select></div>
            """
    }

    /// A failure with a link to try again, if another attempt may succeed.
    static func failure(_ failure: Failure?, again target: String) -> Markup {
        guard let failure else { return .empty }
        let link: Markup = failure.canRetry ? " <a href=\(target)>Try again</a>" : ""
        return "<p class=\"problem\" role=\"alert\">\(failure.message)\(link)</p>"
    }

    /// A list in any state. A failure is above the previous content.
    ///
    /// - Parameters:
    ///   - state: The state of the list.
    ///   - sentence: The sentence for an empty list.
    ///   - unreadable: The number of elements that were left out.
    ///   - target: The path of the page, for another attempt.
    ///   - row: Returns the content of an element.
    static func list<Element>(
        _ state: LoadState<[Element]>, empty sentence: String, unreadable: Int = 0, again target: String,
        row: (Element) -> Markup
    ) -> Markup {
        var html = failure(state.failure, again: target)
        switch state {
        case .idle, .loading(previous: nil): html += "<p class=\"meta\">Loading…</p>"
        case .empty: html += "<p class=\"empty card\">\(sentence)</p>"
        case .failed(_, previous: nil): break
        case .loaded(let elements), .loading(previous: let elements?), .failed(_, previous: let elements?):
            let rows = elements.map { element -> Markup in "<li class=\"card\">\(row(element))</li>" }
            let items: Markup =
                rows.isEmpty ? "<p class=\"empty card\">\(sentence)</p>" : "<ul class=\"list\">\(rows)</ul>"
            html += items
        }
        if unreadable > 0 {
            let count = unreadable == 1 ? "1 entry" : "\(unreadable) entries"
            html += "<p class=\"meta\">\(count) could not be read. A newer version of the page is needed.</p>"
        }
        return html
    }
}
