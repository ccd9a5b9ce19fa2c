import OrbitModels

extension SpanishWords {
    /// The Spanish texts of the profile and its form.
    static let profile: [String: MessageTemplate] = [
        "profile_step.basic_info": "Lo básico",
        "profile_step.personality": "Personalidad",
        "profile_step.interests": "Intereses",
        "profile_step.social_preferences": "Cómo te gusta quedar",
        "profile_step.photos": "Fotos",
        "profile_part.name": "Nombre",
        "profile_part.birth_month": "Mes de nacimiento",
        "profile_part.age": "Edad",
        "profile_part.major": "Carrera",
        "profile_part.location": "Lugar",
        "profile_part.coordinates": "Punto en el mapa",
        "profile_part.location.city": "Ciudad",
        "profile_part.location.state": "Estado",
        "profile_part.location.coordinates": "Punto en el mapa",
        "profile_part.bio": "Sobre ti",
        "profile_part.photos": "Fotos",
        "profile_part.interests": "Intereses",
        "profile_part.personality": "Personalidad",
        "profile_part.social_preferences": "Cómo te gusta quedar",
        "profile_part.friendship_goals": "Lo que buscas",
        "profile_part.availability": "Horas libres",
        "profile_part.sports": "Deportes",
        "profile_part.socials": "Redes sociales",
        "profile_part.visibility": "Quién lo ve",
        "profile_part.personality.introvert_extrovert": "De introvertido a extrovertido",
        "profile_part.personality.spontaneous_planner": "De espontáneo a planificador",
        "profile_part.personality.active_relaxed": "De activo a tranquilo",
        "profile_part.social_preferences.group_size": "Tamaño del grupo",
        "profile_part.social_preferences.meeting_frequency": "Con qué frecuencia",
        "profile_part.social_preferences.preferred_times": "Horarios",
        "profile_change.filled_in": "{part}: {after}.",
        "profile_change.emptied": "{part}: quitado.",
        "profile_change.changed": "{part}: {before} pasa a ser {after}.",
        "profile_change.added": "{part}: añadido {after}.",
        "profile_change.removed": "{part}: quitado {before}.",
        "profile_change.reordered": "{part}: nuevo orden.",
        "profile_benefit.discoverable": "Completa lo que falta para que te encuentren.",
        "profile_benefit.common_times":
            "Añade tus horas libres para que Orbit encuentre horas que os vayan bien a los dos.",
        "profile_benefit.recognition": "Añade una foto para que te reconozcan.",
        "profile_benefit.better_suggestions":
            "Ajusta las tres escalas de personalidad para recibir mejores sugerencias.",
        "profile_benefit.shared_goals": "Di qué buscas para conocer a quien busca lo mismo.",
        "profile_benefit.conversation_starters": "Escribe unas palabras sobre ti para que sepan cómo empezar a hablar.",
        "profile_benefit.sport_partners": "Añade tus deportes para que otros encuentren con quién jugar.",
        "profile_benefit.study_partners": "Añade tu carrera para que te encuentren de tus clases.",
        "profile_detail.nameless": "Alguien",
        "profile_disclosure.availability.usual":
            "Tus coincidencias ven tus horas libres. El resto del campus solo sabe si compartís poco, algo o mucho tiempo libre. Una coincidencia que diga estar libre toda la semana ve todas tus horas libres.",
        "profile_disclosure.availability.campus": "Todo el campus ve tus horas libres.",
        "profile_disclosure.availability.matches":
            "Tus coincidencias ven tus horas libres. No las comparamos con las de nadie más. Una coincidencia que diga estar libre toda la semana las ve todas.",
        "profile_disclosure.availability.attendees":
            "Solo las personas de tus encuentros ven tus horas libres o se comparan con ellas.",
        "profile_disclosure.availability.nobody": "Nadie ve tus horas libres ni se compara con ellas.",
        "profile_disclosure.coordinates.usual":
            "Nadie ve el punto. Los demás solo saben si vives en su zona, al lado o más lejos. Una zona es un cuadrado de 16 kilómetros.",
        "profile_disclosure.coordinates.campus": "Todo el campus ve el punto exacto. Es tu casa.",
        "profile_disclosure.coordinates.matches": "Tus coincidencias ven el punto exacto. No se compara con nadie más.",
        "profile_disclosure.coordinates.attendees":
            "Solo las personas de tus encuentros ven el punto o se comparan con él.",
        "profile_disclosure.coordinates.nobody": "Nadie ve el punto ni se compara con él.",
        "profile_disclosure.birth_month.usual": "Nadie ve el mes. Tú eliges aparte quién ve tu edad.",
        "profile_disclosure.socials.usual": "Lo ven tus coincidencias.",
        "profile_disclosure.usual": "Lo ve todo el campus. Lo usamos para las sugerencias.",
        "profile_disclosure.campus": "Lo ve todo el campus. Lo usamos para las sugerencias.",
        "profile_disclosure.matches": "Lo ven tus coincidencias. No lo usamos para las sugerencias.",
        "profile_disclosure.attendees": "Lo ven las personas de tus encuentros. No lo usamos para las sugerencias.",
        "profile_disclosure.nobody": "No lo ve nadie. No lo usamos para las sugerencias.",
        "profile_disclosure.first":
            "{part}: lo que guardes ahora cuenta durante treinta días, aunque lo cambies. ¿Es correcto?",
        "profile_disclosure.later":
            "{part}: tus coincidencias ya ven el cambio. Lo comparamos con los demás a partir del {day}.",
        "profile_form.not_loaded": "Tu perfil aún no se ha cargado. Cárgalo y guarda de nuevo.",
        "profile_form.photos_on_their_way": "Tus fotos aún se están enviando. Guarda de nuevo cuando lleguen.",
        "profile_form.conflicts_to_settle":
            "Tu perfil se ha cambiado en otro sitio. Elige qué dejar y guarda de nuevo.",
        "profile_form.changed_too_often":
            "Tu perfil cambia todo el rato en otro sitio. Ciérralo allí y guarda de nuevo.",
    ]
}
