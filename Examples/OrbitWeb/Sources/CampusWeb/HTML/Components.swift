import Foundation
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Profiles

/// The parts that several screens share.
extension PageVisit {
    /// A form with the hidden fields that every form needs.
    ///
    /// - Parameters:
    ///   - path: The path of the action.
    ///   - style: The class of the form; empty for no class.
    ///   - hasFile: Whether the form sends a file.
    ///   - content: The fields and buttons.
    func form(_ path: String, style: String = "", hasFile: Bool = false, _ content: Markup) -> Markup {
        let encoding: Markup = hasFile ? " enctype=\"multipart/form-data\"" : ""
        let kind: Markup = style.isEmpty ? "" : " class=\(style)"
        return """
            <form method="post" action=\(path)\(kind)\(encoding)>
            <input type="hidden" name="as" value=\(session.formSecret)>\
            <input type="hidden" name="n" value=\(session.repetitions.number(of: path))>\
            <input type="hidden" name="from" value=\(self.path)>
            \(content)
            </form>

            """
    }

    /// A form with one button and no visible field.
    ///
    /// - Parameters:
    ///   - title: The title of the button.
    ///   - path: The path of the action.
    ///   - fields: Hidden fields.
    ///   - style: The class of the button; empty for no class.
    ///   - isDisabled: Whether the button has no effect now.
    func button(
        _ title: String, _ path: String, _ fields: [(String, String)] = [], style: String = "", isDisabled: Bool = false
    ) -> Markup {
        let hidden = fields.map { name, value -> Markup in "<input type=\"hidden\" name=\(name) value=\(value)>" }
        let kind: Markup = style.isEmpty ? "" : " class=\(style)"
        return form(path, style: "inline", "\(hidden)<button\(kind)\("disabled", if: isDisabled)>\(title)</button>")
    }

    /// A failure next to the part of the screen that failed.
    func failure(_ failure: Failure?) -> Markup {
        guard let failure else { return .empty }
        return "<p class=\"problem\">\(failure.message)</p>"
    }

    /// A message under a field.
    func problem(_ message: String?, id: String) -> Markup {
        guard let message else { return .empty }
        return "<p class=\"problem\" id=\("\(id)-problem")>\(message)</p>"
    }

    /// A sentence in place of an empty list, with a link to the next step.
    func empty(_ sentence: String, link: (title: String, path: String)? = nil) -> Markup {
        var action = Markup.empty
        if let link { action = "<p><a class=\"button primary\" href=\(link.path)>\(link.title)</a></p>" }
        return "<div class=\"empty card\"><p>\(sentence)</p>\(action)</div>"
    }

    /// A value with all states of its load.
    func state<Value>(_ state: LoadState<Value>, empty sentence: Markup = "", _ content: (Value) -> Markup) -> Markup {
        switch state {
        case .idle, .loading(previous: nil): return "<p class=\"meta\">\(word(.loading))</p>"
        case .empty: return sentence
        case .loaded(let value), .loading(previous: .some(let value)): return content(value)
        case .failed(let failure, let previous):
            let shown = previous.map(content)
            return "\(self.failure(failure))<p><a class=\"button\" href=\(path)>\(word(.tryAgain))</a></p>\(shown)"
        }
    }

    /// A list with all states of its load, and a button for further elements.
    func list<Element>(
        _ list: PagedList<Element>, link: (title: String, path: String)? = nil, more: String? = nil,
        _ row: (Element) -> Markup
    ) -> Markup {
        let content = state(list.items, empty: empty(words.empty(list.name), link: link)) { elements in
            let rows = elements.map(row)
            return "<ul class=\"list\">\(rows)</ul>"
        }
        guard list.hasMore, let more else { return content }
        return "\(content)<div class=\"actions\">\(button(word(.showMore), more))</div>"
    }

    /// The picture of a person.
    func portrait(_ person: Person) -> Markup {
        let initial = person.profile.name.prefix(1).uppercased()
        guard let photo = person.profile.photos.first else {
            return "<span class=\"portrait\" aria-hidden=\"true\">\(initial)</span>"
        }
        return "<img class=\"portrait\" alt=\"\" src=\(photoPath(photo.id, of: person.id)) width=\"64\" height=\"64\">"
    }

    /// The path of a photo.
    func photoPath(_ photo: PhotoID, of person: UserID) -> String {
        PagePath.to("photos", person.rawValue, photo.rawValue)
    }

    /// A link to a person.
    func link(to person: Person) -> Markup {
        let detail = person.profile.name.isEmpty ? word(.someone) : person.profile.name
        return "<a href=\(PagePath.to("people", person.id.rawValue))>\(name: detail)</a>"
    }

    /// The kind of a meetup, in its colour.
    func kind(_ type: EventType) -> Markup {
        let style = type.isKnown ? type.rawValue : EventType.other.rawValue
        return "<span class=\("kind \(style)")>\(words(type))</span>"
    }

    /// Chips, such as interests.
    func chips(_ labels: [(text: String, isOn: Bool)]) -> Markup {
        let items = labels.map { label -> Markup in
            let style = label.isOn ? "chip on" : "chip"
            return "<li class=\(style)>\(name: label.text)</li>"
        }
        return items.isEmpty ? .empty : "<ul class=\"choices\">\(items)</ul>"
    }

    /// Links to views of the same content.
    func subtabs(_ links: [(title: String, path: String)]) -> Markup {
        let current = path.split(separator: "?").first.map(String.init) ?? ""
        let items = links.map { link -> Markup in
            let isCurrent = link.path.split(separator: "?").first.map(String.init) == current
            let style = isCurrent ? "chip on" : "chip"
            return "<a class=\(style) href=\(link.path)\("aria-current=page", if: isCurrent)>\(link.title)</a>"
        }
        return "<nav class=\"subtabs\" aria-label=\(word(.views))>\(items)</nav>"
    }
}
